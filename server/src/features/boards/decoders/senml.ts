import type { BoardReading, BoardReport, Decoder, Slices } from '../board-report.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { baseUnit } from './units.ts'
import { externalIdOf, fieldsOf, type Fields } from './fields.ts'
import { secondsTime } from './times.ts'
import { JsonList } from './json-list.ts'
import { BoardValues, metricOfName } from './values.ts'

const RECORDS_MAX = 5000
const BOARDS_MAX = 200
const NAME_MAX = 200
/** Smaller times are relative to now, in seconds (RFC 8428, 4.5.3). */
const RELATIVE_BELOW = 2 ** 28
/** Metrics by unit, for sensors without a known name (RFC 8428, 12.1, and its registry). */
const METRIC_OF_UNIT: ReadonlyMap<string, string> = new Map([
  ['°C', 'temperature'],
  ['%RH', 'humidity'],
  ['hPa', 'airPressure'],
  ['lx', 'illuminance'],
  ['W/m²', 'solarRadiation'],
  ['µS/cm', 'conductivity'],
  ['pH', 'ph'],
  ['%EL', 'battery'],
  ['dBm', 'signalStrength'],
  ['m/s', 'windSpeed'],
])
const IN_PERCENT = new Set(['%RH', '%EL'])

/** Base fields, which apply to their record and all that follow. */
interface Base {
  name: string
  time: number
  unit: string | undefined
  value: number
}

interface SenmlRecord {
  readonly board: string
  readonly sensor: string
  readonly unit: string | undefined
  readonly sent: unknown
  readonly seconds: number
}

/**
 * Decodes SenML (RFC 8428) in JSON: the base name, or the start of a name, is the board. Of values relative to now the
 * newest of each sensor counts, at arrival.
 */
export const decodeSenml: Decoder = (message) => {
  const list = JsonList.of(message)
  return list && decodePack(list, message.work)
}

function* decodePack(pack: JsonList, work: DecodingWork): Slices {
  const records: SenmlRecord[] = []
  const base: Base = { name: '', time: 0, unit: undefined, value: 0 }
  for (const sent of pack.first(RECORDS_MAX)) {
    if (work.isSliceOver()) yield
    work.fields++
    const record = readRecord(base, sent, work)
    if (record) records.push(record)
  }
  if (pack.isMalformed || records.length === 0) return undefined
  // BoardValues keeps the first value of a sensor: the newest of those relative to now.
  records.sort((one, other) => (isRelative(one) && isRelative(other) ? other.seconds - one.seconds : 0))
  const boards = new Map<string, Map<number | undefined, BoardValues>>()
  for (const record of records) {
    if (work.isSliceOver()) yield
    work.fields++
    addRecord(boards, record, work)
  }
  return [...boards].map(([externalId, readings]): BoardReport => ({
    board: { family: 'senml', externalId },
    readings: [...readings].flatMap(([time, { values }]): BoardReading[] =>
      values.length === 0 ? [] : [{ ...(time !== undefined && { time }), values }],
    ),
  }))
}

function addRecord(
  boards: Map<string, Map<number | undefined, BoardValues>>,
  { board, sensor, unit, sent, seconds }: SenmlRecord,
  work: DecodingWork,
): void {
  const externalId = externalIdOf(board) ?? 'senml'
  const readings = boards.get(externalId) ?? new Map<number | undefined, BoardValues>()
  if (!boards.has(externalId)) {
    if (boards.size >= BOARDS_MAX) return
    boards.set(externalId, readings)
  }
  const time = seconds < RELATIVE_BELOW ? undefined : secondsTime(seconds)
  const values = readings.get(time) ?? new BoardValues(work)
  readings.set(time, values)
  const metric =
    unit === undefined ? undefined : METRIC_OF_UNIT.get(IN_PERCENT.has(unit) ? unit : (baseUnit(unit) ?? ''))
  const plain = unit !== undefined && IN_PERCENT.has(unit) ? '%' : unit
  if (metricOfName(sensor, work) !== undefined || metric === undefined) values.add(sensor || 'value', sent, plain)
  else values.addOf(metric, sensor, sent, plain)
}

function readRecord(base: Base, sent: unknown, work: DecodingWork): SenmlRecord | undefined {
  const fields = fieldsOf(sent)
  if (!fields) return undefined
  readBase(base, fields)
  return recordOf(base, fields, work)
}

function readBase(base: Base, { bn, bt, bu, bv }: Fields): void {
  if (typeof bn === 'string') base.name = bn.slice(0, NAME_MAX).replace(/[:;/._-]+$/, '')
  if (typeof bt === 'number') base.time = bt
  if (typeof bu === 'string') base.unit = bu
  if (typeof bv === 'number') base.value = bv
}

function recordOf(base: Base, { n, t, u, v, vb }: Fields, work: DecodingWork): SenmlRecord | undefined {
  const name = typeof n === 'string' ? n.slice(0, NAME_MAX) : ''
  const isNamed = base.name !== '' || name !== ''
  const sent = typeof v === 'number' ? v + base.value : typeof vb === 'boolean' ? vb : undefined
  const seconds = base.time + (typeof t === 'number' ? t : 0)
  if (!isNamed || sent === undefined || !Number.isFinite(seconds)) return undefined
  return { ...split(base.name, name, work), unit: typeof u === 'string' ? u : base.unit, sent, seconds }
}

/** Splits a name into board and sensor: at the base name, or before a known name at the end. */
function split(baseName: string, name: string, work: DecodingWork): { board: string; sensor: string } {
  if (baseName !== '' && name !== '') return { board: baseName, sensor: name }
  const whole = baseName === '' ? name : baseName
  const cut = Math.max(...[':', ';', '/'].map((separator) => whole.lastIndexOf(separator)))
  const last = whole.slice(cut + 1)
  if (cut > 0 && metricOfName(last, work) !== undefined) return { board: whole.slice(0, cut), sensor: last }
  return metricOfName(whole, work) === undefined ? { board: whole, sensor: '' } : { board: '', sensor: whole }
}

function isRelative({ seconds }: SenmlRecord): boolean {
  return seconds < RELATIVE_BELOW
}
