import type { Dimension } from './units.ts'

/**
 * All differences between metrics are here; no code tests for a single metric.
 * - `range`: bounds of a valid reading. `limits`: bounds of a rule's limit, where different.
 * - `zeroIsMissing`: a value of 0 or less means that there is no sensor.
 * - `margin`: distance within the limit that ends an alert, against flapping; a quarter of `spanMin` when omitted.
 * - `spanMin`: the least height of a chart, so that noise does not look like an event.
 * - `isGeneric`: accepts numbers of unknown name, with that name as channel.
 * - `isDaily`: has one value a day, at noon in the household's time zone.
 * - `aliases`: names in messages, the preferred one first; case and `-`, `_`, `.` and spaces are ignored.
 * - `sensorType`: the wire name in conditions of older clients.
 */
export interface Metric {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly dimension?: Dimension
  readonly decimals: number
  readonly range: Bounds
  readonly exclusiveMin?: true
  readonly limits?: Bounds
  readonly zeroIsMissing?: true
  readonly spanMin: number
  readonly margin?: number
  readonly isGeneric?: true
  readonly isDerived?: true
  readonly isDaily?: true
  readonly twoPoints?: true
  readonly isQuiet?: true
  readonly group?: 'air' | 'soil' | 'light-and-water'
  readonly colour: string
  readonly icon: string
  readonly aliases: readonly string[]
  readonly aliasChannels?: Readonly<Record<string, string>>
  readonly deviceClass?: readonly string[]
  readonly sensorType?: string
}

type What = Pick<Metric, 'id' | 'sensorType' | 'label' | 'unit' | 'dimension'>
type Look = Pick<Metric, 'isQuiet' | 'group' | 'colour' | 'icon'>
type Names = Pick<Metric, 'aliases' | 'aliasChannels' | 'deviceClass'>

export interface Bounds {
  readonly min: number
  readonly max: number
}

const temperature = metric(
  { id: 'temperature', sensorType: 'Temperature', label: 'Temperature', unit: '°C', dimension: 'temperature' },
  { decimals: 1, range: { min: -40, max: 130 }, spanMin: 2 },
  { colour: 'temperature', icon: 'thermometer' },
  { aliases: ['temperature', 'temp', 'tempc', 'tC'], deviceClass: ['temperature'] },
)
const humidity = metric(
  { id: 'humidity', sensorType: 'Humidity', label: 'Humidity', unit: '%' },
  { decimals: 1, range: { min: 0, max: 100 }, zeroIsMissing: true, spanMin: 5, margin: 3 },
  { colour: 'humidity', icon: 'droplets' },
  { aliases: ['humidity', 'hum', 'rh'], deviceClass: ['humidity'] },
)
const airPressure = metric(
  { id: 'airPressure', sensorType: 'AirPressure', label: 'Air pressure', unit: 'hPa', dimension: 'pressure' },
  { decimals: 1, range: { min: 0, max: 2000 }, exclusiveMin: true, zeroIsMissing: true, spanMin: 4 },
  { isQuiet: true, colour: 'air-pressure', icon: 'gauge' },
  { aliases: ['airPressure', 'pressure', 'pres'], deviceClass: ['atmospheric_pressure', 'pressure'] },
)
const airQuality = metric(
  { id: 'airQuality', sensorType: 'AirQuality', label: 'Air quality', unit: 'ppm' },
  // An ESP32 reads 12 bits; a limit stays within plausible ppm.
  { decimals: 0, range: { min: 0, max: 4095 }, limits: { min: 0, max: 2000 }, zeroIsMissing: true, spanMin: 50 },
  { colour: 'air-quality', icon: 'wind' },
  { aliases: ['airQuality', 'air_quality_analog'] },
)
export const genericMetric = metric(
  { id: 'other', label: 'Other', unit: '' },
  { decimals: 6, isGeneric: true, range: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE }, spanMin: 0 },
  { colour: 'device', icon: 'hash' },
  { aliases: [] },
)

const catalogue = [
  temperature,
  humidity,
  metric(
    { id: 'vpd', label: 'VPD', unit: 'kPa' },
    { decimals: 2, range: { min: 0, max: 300 }, spanMin: 0.2, isDerived: true },
    { colour: 'vpd', icon: 'leaf' },
    { aliases: [] },
  ),
  metric(
    { id: 'dewPoint', label: 'Dew point', unit: '°C', dimension: 'temperature' },
    { decimals: 1, range: { min: -100, max: 130 }, spanMin: 2, isDerived: true },
    { colour: 'humidity', icon: 'dew' },
    { aliases: [] },
  ),
  airPressure,
  airQuality,
  metric(
    { id: 'co2', label: 'CO₂', unit: 'ppm' },
    { decimals: 0, range: { min: 0, max: 40_000 }, spanMin: 100 },
    { colour: 'co2', icon: 'cloud' },
    { aliases: ['co2', 'carbon_dioxide', 'eco2'], aliasChannels: { eco2: 'eco2' }, deviceClass: ['carbon_dioxide'] },
  ),
  metric(
    { id: 'voc', label: 'VOC', unit: 'µg/m³' },
    { decimals: 0, range: { min: 0, max: 100_000 }, spanMin: 50 },
    { colour: 'air-quality', icon: 'wind' },
    { aliases: ['voc', 'tvoc'], deviceClass: ['volatile_organic_compounds'] },
  ),
  metric(
    { id: 'pm25', label: 'PM2.5', unit: 'µg/m³' },
    { decimals: 0, range: { min: 0, max: 10_000 }, spanMin: 10 },
    { colour: 'air-quality', icon: 'haze' },
    { aliases: ['pm25', 'pm2_5'], deviceClass: ['pm25'] },
  ),
  metric(
    { id: 'pm10', label: 'PM10', unit: 'µg/m³' },
    { decimals: 0, range: { min: 0, max: 10_000 }, spanMin: 10 },
    { colour: 'air-quality', icon: 'haze' },
    { aliases: ['pm10'], deviceClass: ['pm10'] },
  ),
  metric(
    { id: 'illuminance', label: 'Light', unit: 'lx' },
    { decimals: 0, range: { min: 0, max: 200_000 }, spanMin: 100 },
    { group: 'light-and-water', colour: 'light', icon: 'sun' },
    { aliases: ['illuminance', 'lux', 'light'], deviceClass: ['illuminance'] },
  ),
  metric(
    { id: 'ppfd', label: 'PPFD', unit: 'µmol/m²/s' },
    { decimals: 0, range: { min: 0, max: 4000 }, spanMin: 20 },
    { group: 'light-and-water', colour: 'light', icon: 'sun' },
    { aliases: ['ppfd', 'par'] },
  ),
  metric(
    { id: 'solarRadiation', label: 'Solar radiation', unit: 'W/m²' },
    { decimals: 0, range: { min: 0, max: 2000 }, spanMin: 20 },
    { group: 'light-and-water', colour: 'light', icon: 'sun' },
    { aliases: ['solarradiation', 'irradiance'], deviceClass: ['irradiance'] },
  ),
  metric(
    { id: 'dailyLight', label: 'Light a day', unit: 'mol/m²' },
    { decimals: 1, range: { min: 0, max: 350 }, spanMin: 2, isDerived: true, isDaily: true },
    { group: 'light-and-water', colour: 'light', icon: 'sun' },
    { aliases: [] },
  ),
  metric(
    { id: 'degreeDays', label: 'Degree days', unit: '°C·d', dimension: 'degreeDays' },
    { decimals: 0, range: { min: 0, max: 300_000 }, spanMin: 40, isDerived: true, isDaily: true },
    { colour: 'temperature', icon: 'sprout' },
    { aliases: [] },
  ),
  metric(
    { id: 'soilMoisture', label: 'Soil moisture', unit: '%' },
    { decimals: 0, range: { min: 0, max: 100 }, spanMin: 5, margin: 3, twoPoints: true },
    { group: 'soil', colour: 'soil', icon: 'sprout' },
    { aliases: ['soil_moisture', 'soilmoisture', 'moisture', 'moi'], deviceClass: ['moisture'] },
  ),
  metric(
    { id: 'soilTemperature', label: 'Soil temperature', unit: '°C', dimension: 'temperature' },
    { decimals: 1, range: { min: -40, max: 85 }, spanMin: 2 },
    { group: 'soil', colour: 'soil', icon: 'thermometer' },
    { aliases: ['soil_temperature'], deviceClass: ['temperature'] },
  ),
  metric(
    { id: 'conductivity', label: 'Conductivity', unit: 'µS/cm' },
    { decimals: 0, range: { min: 0, max: 20_000 }, spanMin: 50 },
    { group: 'soil', colour: 'soil', icon: 'zap' },
    { aliases: ['conductivity', 'ec', 'fertility', 'fer', 'soil_ec'], deviceClass: ['conductivity'] },
  ),
  metric(
    { id: 'ph', label: 'pH', unit: 'pH' },
    { decimals: 2, range: { min: 0, max: 14 }, spanMin: 0.5 },
    { group: 'soil', colour: 'soil', icon: 'flask' },
    { aliases: ['ph'], deviceClass: ['ph'] },
  ),
  metric(
    { id: 'waterTemperature', label: 'Water temperature', unit: '°C', dimension: 'temperature' },
    { decimals: 1, range: { min: -5, max: 100 }, spanMin: 2 },
    { group: 'light-and-water', colour: 'humidity', icon: 'thermometer' },
    { aliases: ['water_temperature'], deviceClass: ['temperature'] },
  ),
  metric(
    { id: 'waterLevel', label: 'Water level', unit: '%' },
    { decimals: 0, range: { min: 0, max: 100 }, spanMin: 5, margin: 3 },
    { group: 'light-and-water', colour: 'humidity', icon: 'waves' },
    { aliases: ['water_level'] },
  ),
  metric(
    { id: 'leafTemperature', label: 'Leaf temperature', unit: '°C', dimension: 'temperature' },
    { decimals: 1, range: { min: -40, max: 85 }, spanMin: 2 },
    { colour: 'temperature', icon: 'leaf' },
    { aliases: ['leaf_temperature'] },
  ),
  metric(
    { id: 'leafWetness', label: 'Leaf wetness', unit: '%' },
    { decimals: 0, range: { min: 0, max: 100 }, spanMin: 5, margin: 3 },
    { colour: 'humidity', icon: 'leaf' },
    { aliases: ['leaf_wetness'] },
  ),
  metric(
    { id: 'windSpeed', label: 'Wind speed', unit: 'm/s', dimension: 'speed' },
    { decimals: 1, range: { min: 0, max: 100 }, spanMin: 2 },
    { colour: 'device', icon: 'wind' },
    { aliases: ['wind_speed'], deviceClass: ['wind_speed'] },
  ),
  metric(
    { id: 'rainRate', label: 'Rain rate', unit: 'mm/h', dimension: 'length' },
    { decimals: 1, range: { min: 0, max: 500 }, spanMin: 1 },
    { group: 'light-and-water', colour: 'humidity', icon: 'rain' },
    { aliases: ['rain_rate'], deviceClass: ['precipitation_intensity'] },
  ),
  metric(
    { id: 'weight', label: 'Weight', unit: 'kg' },
    { decimals: 2, range: { min: -1000, max: 10_000 }, spanMin: 0.5 },
    { colour: 'device', icon: 'weight' },
    { aliases: ['weight'], deviceClass: ['weight'] },
  ),
  metric(
    { id: 'gasResistance', label: 'Gas resistance', unit: 'kΩ' },
    { decimals: 1, range: { min: 0, max: 100_000 }, spanMin: 5 },
    { colour: 'air-quality', icon: 'wind' },
    { aliases: ['gas'] },
  ),
  metric(
    { id: 'battery', label: 'Battery', unit: '%' },
    { decimals: 0, range: { min: 0, max: 100 }, spanMin: 10, margin: 3 },
    { isQuiet: true, colour: 'device', icon: 'battery' },
    { aliases: ['battery'], deviceClass: ['battery'] },
  ),
  metric(
    { id: 'batteryVoltage', label: 'Battery voltage', unit: 'V' },
    { decimals: 2, range: { min: 0, max: 60 }, spanMin: 0.5 },
    { isQuiet: true, colour: 'device', icon: 'battery' },
    { aliases: ['battery_voltage', 'voltage'], deviceClass: ['voltage'] },
  ),
  metric(
    { id: 'signalStrength', label: 'Signal strength', unit: 'dBm' },
    { decimals: 0, range: { min: -150, max: 20 }, spanMin: 10 },
    { isQuiet: true, colour: 'device', icon: 'signal' },
    // Zigbee's linkquality (0 to 255) has no unit: it is kept under its own name.
    { aliases: ['rssi', 'signal_strength'], deviceClass: ['signal_strength'] },
  ),
  genericMetric,
] as const

export const metrics: readonly Metric[] = catalogue
export type MetricIcon = (typeof catalogue)[number]['icon']

/** In the order of `SensorRecord`. */
export const boardMetrics: readonly [BoardMetric, BoardMetric, BoardMetric, BoardMetric] = [
  temperature,
  humidity,
  airPressure,
  airQuality,
]
type OneOfBoard = typeof temperature | typeof humidity | typeof airPressure | typeof airQuality
export type BoardMetricId = OneOfBoard['id']
export type SensorType = OneOfBoard['sensorType']
export type BoardMetric = Metric & { readonly id: BoardMetricId; readonly sensorType: SensorType }

export type BoardValues = Record<BoardMetricId, number | null>

export function isMissing(
  { zeroIsMissing }: Pick<Metric, 'zeroIsMissing'>,
  value: number | null | undefined,
): value is null | undefined {
  return value === null || value === undefined || (zeroIsMissing === true && value <= 0)
}

/** Returns the generic metric for an id of a later version. */
export function metricById(id: string): Metric {
  return metrics.find((one) => one.id === id) ?? genericMetric
}

function metric<const Own extends What, const Icon extends string>(
  what: Own,
  values: Omit<Metric, keyof What | keyof Look | keyof Names>,
  look: Look & { readonly icon: Icon },
  names: Names,
): Own & Metric & { readonly icon: Icon } {
  return { ...what, ...values, ...look, ...names }
}
