import type { BoardIdentity, Decoder } from '../board-report.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { FieldRules, type FieldMeaning } from './field-rules.ts'
import { externalIdOf, fieldNames, fieldsOf, namedBy, textOf, type Fields } from './fields.ts'
import { secondsTime, zonedTime } from './times.ts'
import { millimetres } from './units.ts'
import { BoardValues } from './values.ts'

/** Identity of a board, in the order of rtl_433's topics. */
const IDENTITY = ['type', 'model', 'subtype', 'channel', 'id'] as const
const NO_VALUES = new Set([
  ...IDENTITY,
  ...'time mic mod freq freq1 freq2 protocol duration receiver sid data'.split(' '),
])
/** Units at the end of names, longer ones first. */
const SUFFIXES: ReadonlyArray<readonly [string, string]> = [
  ['_ug_m3', 'µg/m³'],
  ['_mm_h', 'mm/h'],
  ['_in_h', 'in/h'],
  ['_km_h', 'km/h'],
  ['_mi_h', 'mph'],
  ['_W_m2', 'W/m²'],
  ['_w_m2', 'W/m²'],
  ['_hPa', 'hPa'],
  ['_kPa', 'kPa'],
  ['_PSI', 'psi'],
  ['_psi', 'psi'],
  ['_inHg', 'inHg'],
  ['_m_s', 'm/s'],
  ['_mph', 'mph'],
  ['_lux', 'lx'],
  ['_klx', 'klx'],
  ['_ppm', 'ppm'],
  ['_ppb', 'ppb'],
  ['_deg', '°'],
  ['_kWh', 'kWh'],
  ['_mV', 'mV'],
  ['_mm', 'mm'],
  ['_in', 'in'],
  ['_kg', 'kg'],
  ['_km', 'km'],
  ['_dB', 'dB'],
  ['_C', '°C'],
  ['_F', '°F'],
  ['_V', 'V'],
  ['_W', 'W'],
  ['_A', 'A'],
]
const METRICS: Readonly<Record<string, readonly [metric: string, channel: string]>> = {
  battery: ['batteryVoltage', ''],
  wind_avg: ['windSpeed', ''],
  wind_speed: ['windSpeed', ''],
  wind_max: ['windSpeed', 'gust'],
  wind_gust: ['windSpeed', 'gust'],
  supercap: ['batteryVoltage', 'supercap'],
}
/** Without a radio's unit: relative to the receiver's level, not a strength in dBm. */
const IN_DECIBEL = new Set(['rssi', 'snr', 'noise'])

const rules = new FieldRules(meaningOf)

/**
 * Decodes rtl_433: an event as JSON (`rtl_433/<host>/events`, and `…/RTL_433toMQTT/…` of OpenMQTTGateway), or a field
 * per topic (`rtl_433/<host>/devices/<model>/<channel>/<id>/<field>`).
 * @see https://github.com/merbanan/rtl_433/blob/master/docs/DATA_FORMAT.md
 */
export const decodeRtl433: Decoder = ({ topic, json, text, work }) => {
  const isOfGateway = topic.includes('/RTL_433toMQTT')
  if (!isOfGateway && !topic.startsWith('rtl_433/')) return undefined
  const devices = topic.indexOf('/devices/')
  if (!isOfGateway && devices > 0) return decodeField(topic.slice(devices + '/devices/'.length), text, work)
  const fields = fieldsOf(json)
  const externalId = fields && identityOf(fields)
  if (!fields || externalId === undefined) return []
  const values = new BoardValues(work)
  for (const name of fieldNames(fields, work)) {
    if (isOfGateway && name === 'rssi') values.addOf('signalStrength', '', fields[name])
    else rules.add(values, name, fields[name])
  }
  const time = timeOf(fields['time'])
  const reading = { ...(time !== undefined && { time }), values: values.values }
  return [{ board: { family: 'rtl433', externalId, ...namedBy({ model: fields['model'] }) }, readings: [reading] }]
}

export function rtl433BoardOf(topic: string): BoardIdentity | undefined {
  const externalId = externalIdOf(/^rtl_433\/[^/]+\/devices\/(.+)\/[^/]+$/.exec(topic)?.[1])
  return externalId === undefined ? undefined : { family: 'rtl433', externalId }
}

function decodeField(path: string, text: string, work: DecodingWork): ReturnType<Decoder> {
  const end = path.lastIndexOf('/')
  const externalId = end > 0 ? externalIdOf(path.slice(0, end)) : undefined
  if (externalId === undefined || text.length > 100) return []
  const values = new BoardValues(work)
  rules.add(values, path.slice(end + 1), text)
  if (values.values.length === 0) return []
  return [{ board: { family: 'rtl433', externalId }, readings: [{ values: values.values }] }]
}

function identityOf(fields: Fields): string | undefined {
  if (textOf(fields['model']) === undefined) return undefined
  return externalIdOf(
    IDENTITY.map((name) => textOf(fields[name]))
      .filter((part) => part !== undefined)
      .join('/'),
  )
}

/** Text with a zone, or seconds since 1970; by default rtl_433 sends local time of an unknown zone. */
function timeOf(sent: unknown): number | undefined {
  if (typeof sent !== 'string') return secondsTime(sent)
  return zonedTime(sent) ?? (/^\d{9,11}(?:\.\d+)?$/.test(sent) ? secondsTime(Number(sent)) : undefined)
}

function meaningOf(field: string): FieldMeaning {
  if (NO_VALUES.has(field)) return 'skip'
  if (IN_DECIBEL.has(field)) return { metric: 'other', channel: field, unit: 'dB' }
  const [suffix, unit] = SUFFIXES.find(([end]) => field.endsWith(end)) ?? ['', undefined]
  const name = field.slice(0, field.length - suffix.length)
  if (unit === 'in') return { metric: 'other', channel: name, unit: 'mm', meaning: millimetres }
  if (field === 'battery_ok') return { metric: 'battery', unit: 'ratio' }
  const known = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined
  if (known) return { metric: known[0], channel: known[1], ...(unit !== undefined && { unit }) }
  return unit === undefined ? { name } : { name, unit }
}
