import type { Dimension } from './units.ts'

/**
 * A kind of thing that is measured. All differences between metrics are here, and nothing tests for one of them.
 *
 * - `unit`, `decimals`: as stored and shown (temperatures are shown in °F on request, see units.ts).
 * - `range`: bounds of a valid reading, in `unit`; values outside are refused. With `exclusiveMin` the lower bound itself
 *   is outside.
 * - `limits`: bounds of a rule's limit, when they differ from `range`.
 * - `zeroIsMissing`: a value of 0 or less means that there is no sensor.
 * - `margin`: how far, in `unit`, a value must be back within the limit of a new rule before its alert is over, so that a value
 *   that trembles at the limit gives one alert; a quarter of `spanMin` when left out.
 * - `spanMin`: the least that a chart shows from its bottom to its top, in `unit`, so that noise does not look like an event.
 * - `isGeneric`: takes every number whose name is unknown, with that name as channel. It is shown with as many decimals as
 *   it has, at most `decimals`, in a unit that its owner gives it, and only where its owner wants it.
 * - `isDerived`: computed from other values of a reading, never taken from a message.
 * - `twoPoints`: its sensors are calibrated by what they send at the lower and at the upper end of `range`.
 * - `isQuiet`: on a device with many series, its value stands in a strip of small ones.
 * - `group`: among which others its series stand on a device with many; `air` unless it says otherwise.
 * - `colour`: the design token of its lines and icons. `icon`: the name of its picture.
 * - `aliases`: its names in messages, the preferred one first. Case and `-`, `_`, `.` and spaces do not matter.
 * - `aliasChannels`: the channel of a value that comes under one of the aliases.
 * - `deviceClass`: its names in Home Assistant.
 * - `sensorType`: its name in a condition of clients that know only the first four metrics.
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

/** Inclusive. */
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
  // The raw value of a sensor on an ESP32 has 12 bits; a limit stays within plausible ppm.
  { decimals: 0, range: { min: 0, max: 4095 }, limits: { min: 0, max: 2000 }, zeroIsMissing: true, spanMin: 50 },
  { colour: 'air-quality', icon: 'wind' },
  { aliases: ['airQuality', 'air_quality_analog'] },
)
/** The numbers of a message whose name is unknown. */
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
    // Zigbee's linkquality has no unit and goes to 255: it is kept under its own name.
    { aliases: ['rssi', 'signal_strength'], deviceClass: ['signal_strength'] },
  ),
  genericMetric,
] as const

/** Every metric, in the order in which series of a device are listed. */
export const metrics: readonly Metric[] = catalogue
export type MetricIcon = (typeof catalogue)[number]['icon']

/** The four metrics of clients and boards that speak the shapes of `SensorRecord`, in the order of those. */
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

/** One value for each of the four metrics; null where the sensor sent none. */
export type BoardValues = Record<BoardMetricId, number | null>

/** Whether a value is shown as N/A: null, or 0 or less for a metric with `zeroIsMissing`. Frost is a value. */
export function isMissing(
  { zeroIsMissing }: Pick<Metric, 'zeroIsMissing'>,
  value: number | null | undefined,
): value is null | undefined {
  return value === null || value === undefined || (zeroIsMissing === true && value <= 0)
}

/** Returns the metric with this id; the generic one for an id that this version does not know. */
export function metricById(id: string): Metric {
  return metrics.find((one) => one.id === id) ?? genericMetric
}

/**
 * Joins the parts of a metric: what it is, its values, how it looks, and its names elsewhere. Types keep the first part and
 * the icon as they are written.
 */
function metric<const Own extends What, const Icon extends string>(
  what: Own,
  values: Omit<Metric, keyof What | keyof Look | keyof Names>,
  look: Look & { readonly icon: Icon },
  names: Names,
): Own & Metric & { readonly icon: Icon } {
  return { ...what, ...values, ...look, ...names }
}
