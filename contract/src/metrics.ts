/**
 * The closed catalogue of what a device can measure. All differences between metrics are here; CONTRIBUTING.md lists the
 * other files that a new metric changes.
 *
 * - `sensorType`: its name in an alert condition.
 * - `unit`, `decimals`: as stored and shown (temperature is shown in °F on request, see units.ts).
 * - `range`: inclusive bounds of a valid reading, in `unit`; values outside are refused.
 * - `limits`: inclusive bounds of a condition's threshold, when they differ from `range`.
 * - `zeroIsMissing`: a value of 0 or less means that there is no sensor.
 * - `spanMin`: the least that a chart shows from its bottom to its top, in `unit`, so that noise does not look like an event.
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
    spanMin: 2,
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
    spanMin: 5,
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
    spanMin: 4,
    colour: 'air-pressure',
  },
  {
    id: 'airQuality',
    sensorType: 'AirQuality',
    label: 'Air quality',
    unit: 'ppm',
    decimals: 0,
    // The raw value of a sensor on an ESP32 has 12 bits; a limit stays within plausible ppm.
    range: { min: 0, max: 4095 },
    limits: { min: 0, max: 2000 },
    zeroIsMissing: true,
    spanMin: 50,
    colour: 'air-quality',
  },
] as const

export type Metric = (typeof metrics)[number]
export type MetricId = Metric['id']

/** One value for each metric; null where the sensor sent none. */
export type Values = Record<MetricId, number | null>

/** Whether a value is shown as N/A: null, or 0 or less for a metric with `zeroIsMissing`. Frost is a value. */
export function isMissing(metric: Metric, value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || (metric.zeroIsMissing && value <= 0)
}

/** Returns the metric with this id. Throws when none has it. */
export function metricById(id: MetricId): Metric {
  const metric = metrics.find((one) => one.id === id)
  if (!metric) throw new Error(`No metric has the id ${id}.`)
  return metric
}
