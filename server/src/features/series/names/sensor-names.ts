import { genericMetric, metricById, metrics, type Metric } from '@greenhouse/contract'
import { RecentCache } from '../../../platform/recent-cache.ts'
import { channelText } from './channel-text.ts'
import { nameWords, type NameWords } from './name-words.ts'

/** One of possibly several sensors of a metric: what a name in a message means. */
export interface Sensor {
  readonly metric: Metric
  readonly channel: string
  readonly key: string
  /** The place of the name among those of its metric: of two names for one sensor, the one with the lower place counts. */
  readonly preference: number
}

interface Alias {
  readonly metric: Metric
  readonly channel: string
  readonly preference: number
}

interface Match {
  readonly alias: Alias
  readonly length: number
  readonly rest: string
  readonly isBefore: boolean
}

/** Words in a name that say its number is in another unit than ours: such a number must not pass for one of ours. */
const OTHER_UNITS = new Set(['fahrenheit', 'kelvin', 'inhg', 'psi', 'mmhg', 'mph', 'kmh', 'knots', 'pa', 'kpa', 'ms'])
/** Units of a temperature directly behind its name. Anywhere else these letters are the name of a channel. */
const TEMPERATURE_UNITS = new Set(['f', 'k'])
/** Words behind an alias with which it is not what its sensor measures: the volts of a probe, the count of particles. */
const NOT_MEASURED = new Set(['status', 'mv', 'number', 'index'])
/** More names than all boards of a large installation use. */
const NAMES_MAX = 10_000
/** An alias with the longest channel is shorter. */
const NAME_MAX = 100

/**
 * Resolves a name to a sensor by its longest alias, with a channel before, after or, for a number, inside it. Ignores
 * case, `-`, `_`, `.` and spaces. Any other name is the channel of a generic sensor.
 */
export class SensorNames {
  readonly #aliases: ReadonlyMap<string, Alias> = new Map(metrics.flatMap(aliasesOf))
  readonly #longest = Math.max(...[...this.#aliases.keys()].map(({ length }) => length))
  readonly #known = new RecentCache<string, Sensor>(NAMES_MAX)
  readonly #ofMetrics = new RecentCache<string, Sensor>(NAMES_MAX)
  readonly #derived = metrics.filter(({ isDerived, isDaily }) => isDerived && isDaily !== true)
  readonly #derivedOf = new RecentCache<string, readonly Sensor[]>(NAMES_MAX)

  of(name: string): Sensor | undefined {
    return this.known(name) ?? this.#match(name) ?? this.#unknown(name)
  }

  known(name: string): Sensor | undefined {
    return this.#known.get(name)
  }

  /** Remembers the sensor of a name. Only for names of stored values: others may be invented without end. */
  learn(name: string, sensor: Sensor): void {
    this.#known.set(name, sensor)
  }

  /**
   * Returns the sensor of a metric and channel, a generic one for an unknown or derived metric. Undefined for an
   * invalid channel.
   */
  ofMetric(metricId: string, channel: string): Sensor | undefined {
    const key = `${metricId} ${channel}`
    const known = this.#ofMetrics.get(key)
    if (known) return known
    const sensor = this.#findOfMetric(metricId, channel)
    if (sensor) this.#ofMetrics.set(key, sensor)
    return sensor
  }

  #findOfMetric(metricId: string, channel: string): Sensor | undefined {
    const metric = metricById(metricId)
    if (metricId === genericMetric.id) return this.#unknown(channel)
    if (metric.isGeneric || metric.isDerived) return this.#unknown(channel === '' ? metricId : `${metricId}_${channel}`)
    if (channel === '') return sensorOf(metric, '', 0)
    const text = channelText(channel)
    return text === undefined ? undefined : sensorOf(metric, text, 0)
  }

  /** Returns the sensors of a channel that are not sent but derived from others of the channel. */
  derived(channel: string): readonly Sensor[] {
    const known = this.#derivedOf.get(channel)
    if (known) return known
    const sensors = this.#derived.map((metric) => sensorOf(metric, channel, 0))
    this.#derivedOf.set(channel, sensors)
    return sensors
  }

  #unknown(name: string): Sensor | undefined {
    const channel = channelText(name)
    return channel === undefined ? undefined : sensorOf(genericMetric, channel, 0)
  }

  #match(name: string): Sensor | undefined {
    if (name.length > NAME_MAX) return undefined
    const words = nameWords(name)
    const whole = this.#aliases.get(words.plain)
    if (whole) return sensorOf(whole.metric, whole.channel, whole.preference)
    const best = this.#longestPart(name, words)
    if (!best || isOfSomethingElse(best)) return undefined
    const channel = channelText(best.rest.toLowerCase())
    if (channel === undefined) return undefined
    const { alias } = best
    const inAll = alias.channel === '' ? channel : `${alias.channel}_${channel}`
    return sensorOf(alias.metric, inAll, alias.preference)
  }

  /** The longest alias in a name. Of two that are equally long the later one counts, as in `light_temp`. */
  #longestPart(name: string, { plain, starts, plainStarts, plainEnds }: NameWords): Match | undefined {
    let best: Match | undefined
    const add = (text: string, rest: string, isBefore: boolean) => {
      if (best && best.length > text.length) return
      const alias = this.#aliases.get(text)
      if (alias) best = { alias, length: text.length, rest, isBefore }
    }
    const last = starts.length - 1
    for (let word = 1; word <= last; word++) {
      const end = plainEnds[word - 1] as number
      if (end > this.#longest) break
      add(plain.slice(0, end), name.slice(starts[word]), true)
    }
    for (let word = 1; word < last; word++) {
      const [end, next] = [plainEnds[word - 1] as number, plainStarts[word + 1] as number]
      if (end > this.#longest) break
      if (end + plain.length - next > this.#longest || !isNumber(plain.slice(end, next))) continue
      add(plain.slice(0, end) + plain.slice(next), name.slice(starts[word], starts[word + 1]), false)
    }
    for (let word = last; word >= 1; word--) {
      const start = plainStarts[word] as number
      if (plain.length - start > this.#longest) break
      add(plain.slice(start), name.slice(0, starts[word]), false)
    }
    return best
  }
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}

/** Returns whether the rest of a name says that it is in another unit, or about something else than its alias. */
function isOfSomethingElse({ alias: { metric }, rest, isBefore }: Match): boolean {
  const { plain, plainStarts, plainEnds } = nameWords(rest)
  const words = plainStarts.map((start, word) => plain.slice(start, plainEnds[word]))
  if (words.some((word) => OTHER_UNITS.has(word))) return true
  if (!isBefore) return false
  const isTemperature = metric.dimension === 'temperature'
  if (words.some((word) => NOT_MEASURED.has(word) || (word === 'temperature' && !isTemperature))) return true
  return isTemperature && TEMPERATURE_UNITS.has(words.find((word) => !isNumber(word)) ?? '')
}

function aliasesOf(metric: Metric): Array<readonly [string, Alias]> {
  return metric.aliases.map((alias, preference) => [
    nameWords(alias).plain,
    { metric, channel: metric.aliasChannels?.[alias] ?? '', preference },
  ])
}

function sensorOf(metric: Metric, channel: string, preference: number): Sensor {
  return { metric, channel, key: sensorKey(metric.id, channel), preference }
}

/** Returns metric and channel in one text, by which a sensor is found among those of a device. */
export function sensorKey(metricId: string, channel: string): string {
  return channel === '' ? metricId : `${metricId} ${channel}`
}
