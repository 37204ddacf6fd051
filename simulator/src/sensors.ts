import { metrics, type Metric } from '@greenhouse/contract'
import { clamp, ownSeed, weatherAt, type Site, type Weather } from './climate.ts'
import { CURVES, type Curve } from './curves.ts'
import { noise } from './noise.ts'

const HOUR = 3_600_000

export type BoardValues = Readonly<Record<string, number>>

export interface Sensor {
  readonly metric: Metric
  /** Which of several sensors of the metric, '' for the only one. */
  readonly channel: string
  /** Its name in messages. */
  readonly field: string
}

/** The metrics that can be simulated: the server computes the others. */
export const simulatedMetrics: readonly Metric[] = metrics.filter(
  ({ isDerived, isGeneric }) => !isDerived && !isGeneric,
)

/** The names of the first boards, not the preferred ones. */
const FIRST_NAMES: Readonly<Record<string, string>> = { airPressure: 'pressure', airQuality: 'air_quality_analog' }

/** The default sensors of a board. */
export const FOUR_SENSORS: readonly Sensor[] = ['temperature', 'humidity', 'airPressure', 'airQuality'].map(sensor)

/** Parses `temperature` or `temperature:2`, with a channel. Throws for an unknown or derived metric. */
export function sensor(text: string): Sensor {
  const [id = '', channel = ''] = text.split(':', 2)
  const metric = simulatedMetrics.find((one) => one.id === id)
  if (!metric)
    throw new Error(`There is no sensor "${text}". There are: ${simulatedMetrics.map((one) => one.id).join(', ')}`)
  const name = FIRST_NAMES[id] ?? metric.aliases[0] ?? id
  return { metric, channel, field: channel === '' ? name : `${name}_${channel}` }
}

/** Returns the values of sensors at an instant (milliseconds since 1970); undefined while their board is silent. */
export function measure(site: Site, sensors: readonly Sensor[], at: number): BoardValues | undefined {
  const values: Record<string, number> = {}
  const weathers = new Map<string, Weather | undefined>()
  for (const { metric, channel, field } of sensors) {
    const place = placeOf(site, channel)
    if (!weathers.has(channel)) weathers.set(channel, weatherAt(place, at))
    const weather = weathers.get(channel)
    if (!weather) return undefined
    const curve = CURVES[metric.id] ?? drift(metric)
    const value = curve({ weather, seed: ownSeed(place), shut: site.shut ?? 1, at })
    values[field] = Number(clamp(value, metric.range.min, metric.range.max).toFixed(metric.decimals))
  }
  return values
}

/** A sensor with a channel is in a sunny spot of its own. */
function placeOf(site: Site, channel: string): Site {
  if (channel === '') return site
  let own = 0
  for (const letter of channel) own = (31 * own + (letter.codePointAt(0) ?? 0)) % 997
  return { ...site, spot: (site.spot ?? 0) + 1000 + own, sun: site.sun * (1.5 + noise(own, 0) / 2) }
}

/** Drifts slowly about the middle of the range. */
function drift({ range: { min, max } }: Metric): Curve {
  return ({ seed, at }) => (min + max) / 2 + ((max - min) / 10) * noise(seed + 20, at / (3 * HOUR))
}
