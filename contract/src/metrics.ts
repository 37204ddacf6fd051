/**
 * The closed catalogue of what a device can measure. Whatever differs from one metric to the next is here; the other
 * places that a new one touches are listed in CONTRIBUTING.md.
 *
 * - `sensorType`: its name in an alert condition.
 * - `unit`, `decimals`: as stored and shown (temperature is shown in °F on request, see units.ts).
 * - `range`: inclusive bounds of a believable reading, in `unit`; what lies outside is refused.
 * - `limits`: inclusive bounds of a condition's threshold, where they are not those of a reading.
 * - `zeroIsMissing`: a value not greater than 0 means that the sensor has nothing to say.
 * - `colour`: the design token of its lines and icons.
 */
export const metrics = [
  {
    id: 'temperature',
    sensorType: 'Temperature',
    label: 'Temperature',
    unit: '°C',
    decimals: 1,
    range: { min: -40, max: 130 },
    zeroIsMissing: false,
    colour: 'temperature',
  },
  {
    id: 'humidity',
    sensorType: 'Humidity',
    label: 'Humidity',
    unit: '%',
    decimals: 1,
    range: { min: 0, max: 100 },
    zeroIsMissing: true,
    colour: 'humidity',
  },
  {
    id: 'airPressure',
    sensorType: 'AirPressure',
    label: 'Air pressure',
    unit: 'hPa',
    decimals: 1,
    // "> 0": the smallest positive number stands for the open lower bound.
    range: { min: Number.MIN_VALUE, max: 2000 },
    zeroIsMissing: true,
    colour: 'air-pressure',
  },
  {
    id: 'airQuality',
    sensorType: 'AirQuality',
    label: 'Air quality',
    unit: 'ppm',
    decimals: 0,
    // The raw value of a sensor on an ESP32, which has 12 bits; a limit lies within what is believable as ppm.
    range: { min: 0, max: 4095 },
    limits: { min: 0, max: 2000 },
    zeroIsMissing: true,
    colour: 'air-quality',
  },
] as const

export type Metric = (typeof metrics)[number]
export type MetricId = Metric['id']

/** One value for each metric, null where the sensor said nothing. */
export type Values = Record<MetricId, number | null>

/** True when a value is to be shown as N/A: missing, or not greater than 0 where the catalogue says so. Frost is a reading. */
export function isMissing(metric: Metric, value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || (metric.zeroIsMissing && value <= 0)
}
