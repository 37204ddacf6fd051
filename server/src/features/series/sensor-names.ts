import { genericMetric, metricById, metrics, type Metric } from '@greenhouse/contract'
import { channelText } from './channel-text.ts'

/** One of possibly several sensors of a metric: what a name in a message means. */
export interface Sensor {
  readonly metric: Metric
  readonly channel: string
  /** Metric and channel in one text. */
  readonly key: string
  /** The place of the name among those of its metric: of two names for one sensor, the one with the lower place counts. */
  readonly preference: number
}

interface Alias {
  readonly metric: Metric
  readonly channel: string
  readonly preference: number
}

/** A part of a name that is an alias, and the rest of it. */
interface Match {
  readonly alias: Alias
  readonly length: number
  readonly rest: string
}

/** Words in a name that say its number is in another unit than ours: such a number must not pass for one of ours. */
const OTHER_UNITS = new Set([
  'f',
  'fahrenheit',
  'k',
  'kelvin',
  'inhg',
  'psi',
  'mmhg',
  'mph',
  'kmh',
  'knots',
  'pa',
  'kpa',
  'ms',
])
/** More names than all boards of a large installation use. */
const NAMES_MAX = 10_000
/** An alias with the longest channel is shorter. */
const NAME_MAX = 100

/**
 * Finds out which sensor a name in a message means: an alias of a metric, or an alias with a channel before, behind or, if
 * it is a number, between its words. The longest alias wins. Case and `-`, `_`, `.` and spaces do not matter. Any other
 * name means a sensor of the generic metric, with the name as channel.
 */
export class SensorNames {
  readonly #aliases: ReadonlyMap<string, Alias> = new Map(metrics.flatMap(aliasesOf))
  readonly #known = new Map<string, Sensor>()
  readonly #ofMetrics = new Map<string, Sensor>()
  readonly #derived = metrics.filter(({ isDerived }) => isDerived)
  readonly #derivedOf = new Map<string, readonly Sensor[]>()

  /** Returns the sensor that a name means; undefined when no channel can be made of it. */
  of(name: string): Sensor | undefined {
    return this.#known.get(name) ?? this.#learn(name)
  }

  /**
   * Returns the sensor of a metric and channel; of an unknown metric, or one that is derived, a sensor of the generic metric.
   * Undefined when it can't be the name of a channel.
   */
  ofMetric(metricId: string, channel: string): Sensor | undefined {
    const key = `${metricId} ${channel}`
    const known = this.#ofMetrics.get(key)
    if (known) return known
    const sensor = this.#findOfMetric(metricId, channel)
    if (this.#ofMetrics.size >= NAMES_MAX) this.#ofMetrics.clear()
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
    if (this.#derivedOf.size >= NAMES_MAX) this.#derivedOf.clear()
    this.#derivedOf.set(channel, sensors)
    return sensors
  }

  #learn(name: string): Sensor | undefined {
    const sensor = this.#match(name) ?? this.#unknown(name)
    if (!sensor) return undefined
    // The names of every message of a device are the same, so that this is about a device that invents them.
    if (this.#known.size >= NAMES_MAX) this.#known.clear()
    this.#known.set(name, sensor)
    return sensor
  }

  #unknown(name: string): Sensor | undefined {
    const channel = channelText(name)
    return channel === undefined ? undefined : sensorOf(genericMetric, channel, 0)
  }

  #match(name: string): Sensor | undefined {
    if (name.length > NAME_MAX) return undefined
    const whole = this.#aliases.get(plain(name))
    if (whole) return sensorOf(whole.metric, whole.channel, whole.preference)
    const best = this.#partsOf(name).reduce<Match | undefined>(
      (longest, match) => (longest && longest.length > match.length ? longest : match),
      undefined,
    )
    if (!best) return undefined
    const channel = channelText(best.rest.toLowerCase())
    if (channel === undefined || wordsOf(channel).some((word) => OTHER_UNITS.has(word))) return undefined
    const { alias } = best
    const inAll = alias.channel === '' ? channel : `${alias.channel}_${channel}`
    return sensorOf(alias.metric, inAll, alias.preference)
  }

  /** The aliases in a name. Of two that are equally long the later one counts, as in `light_temp`. */
  #partsOf(name: string): Match[] {
    const starts = wordStarts(name)
    const matches: Match[] = []
    const add = (part: string, rest: string) => {
      const text = plain(part)
      const alias = this.#aliases.get(text)
      if (alias) matches.push({ alias, length: text.length, rest })
    }
    for (const start of starts.slice(1)) add(name.slice(0, start), name.slice(start))
    starts.forEach((start, index) => {
      const end = starts[index + 1] ?? name.length
      if (start > 0 && end < name.length && /^\d+[-_. ]*$/.test(name.slice(start, end)))
        add(`${name.slice(0, start)} ${name.slice(end)}`, name.slice(start, end))
    })
    for (const start of starts.slice(1)) add(name.slice(start), name.slice(0, start))
    return matches
  }
}

function aliasesOf(metric: Metric): Array<readonly [string, Alias]> {
  return metric.aliases.map((alias, preference) => [
    plain(alias),
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

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_. ]/g, '')
}

/** The words of a name: between separators, between letters and digits, and from a capital on. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[^\dA-Z\-_. :/]+|\d+/g

function wordsOf(name: string): string[] {
  return name.match(WORD) ?? []
}

/** Where the words of a name begin. */
function wordStarts(name: string): number[] {
  return [...name.matchAll(WORD)].map(({ index }) => index)
}
