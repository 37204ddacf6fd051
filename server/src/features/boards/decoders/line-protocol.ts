import type { BoardMessage, BoardReading, BoardReport, Decoder, Slices } from '../board-report.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { externalIdOf } from './fields.ts'
import { formField, formFields } from './form.ts'
import { LineParser, type Line } from './line-parser.ts'
import { millisecondsTime } from './times.ts'
import { BoardValues, metricOfName, noted } from './values.ts'

const LINES_MAX = 10_000
const BOARDS_MAX = 500
const OF_BOARD = ['sensor_id', 'device_id', 'device', 'dev_eui', 'mac', 'host', 'sensor', 'id']
const DESCRIBES = new Set(
  'location room site region area city country model unit units version firmware type hostname'.split(' '),
)
/** Field names without meaning: the measurement is the name. */
const NAMELESS = new Set(['value', 'gauge', 'counter', 'state'])
/** Digits of a time beyond its milliseconds. */
const DIGITS: Readonly<Record<string, number>> = { ns: 6, n: 6, us: 3, u: 3, µ: 3, ms: 0 }
const MILLISECONDS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }

/** Values of one board by time; '' for arrival. */
interface Lines {
  readonly externalId: string
  readonly readings: Map<string, BoardValues>
}

/**
 * Decodes InfluxDB line protocol. Lines with the same `sensor_id`, `device` or `host` are of one board; without such a
 * tag, those with the same measurement and tags. Other tags distinguish sensors. The query has the `precision` of
 * times, by default nanoseconds.
 */
export const decodeLineProtocol: Decoder = (message) => decodeLines(message)

function* decodeLines({ query = '', text, work }: BoardMessage): Slices {
  const precision = formField(formFields(query), 'precision') ?? 'ns'
  const parser = new LineParser(text)
  const boards = new Map<string, Lines>()
  for (let lines = 0; lines < LINES_MAX; lines++) {
    if (work.isSliceOver()) yield
    const line = parser.next()
    if (!line) break
    work.fields += 1 + (line === 'fault' ? 0 : line.tags.length + line.fields.length)
    if (line === 'fault') continue
    const key = boardOf(line)
    const board = boards.get(key) ?? newBoard(key, boards)
    if (board) addLine(board, line, work)
  }
  if (boards.size === 0) return undefined
  const notes = parser.faults > 0 ? { notes: ['Some lines are not line protocol, and were not read.'] } : {}
  return noted(
    [...boards.values()].map((board): BoardReport => ({ ...reportOf(board, precision), ...notes })),
    work,
  )
}

function newBoard(key: string, boards: Map<string, Lines>): Lines | undefined {
  const externalId = externalIdOf(key)
  if (externalId === undefined || boards.size >= BOARDS_MAX) return undefined
  const board = { externalId, readings: new Map<string, BoardValues>() }
  boards.set(key, board)
  return board
}

function boardOf({ measurement, tags }: Line): string {
  for (const name of OF_BOARD) {
    const tag = tags.find(([one, value]) => one === name && value !== '')
    if (tag) return tag[1]
  }
  return tags.reduce((whole, [name, value]) => `${whole},${name}=${value}`, measurement)
}

function addLine({ readings }: Lines, { measurement, tags, fields, time }: Line, work: DecodingWork): void {
  const values = readings.get(time) ?? new BoardValues(work)
  readings.set(time, values)
  const place = placeOf(tags)
  for (const [field, value] of fields) {
    if (values.isFull) return
    if (typeof value === 'string') continue
    const name = NAMELESS.has(field)
      ? measurement
      : metricOfName(field, work) === undefined
        ? `${measurement}_${field}`
        : field
    values.add(place === '' ? name : `${name}_${place}`, value)
  }
}

function placeOf(tags: Line['tags']): string {
  const ofBoard = OF_BOARD.find((name) => tags.some(([one, value]) => one === name && value !== ''))
  if (ofBoard === undefined) return ''
  return tags
    .filter(([name]) => name !== ofBoard && !DESCRIBES.has(name))
    .map(([, value]) => value)
    .join('_')
}

function reportOf({ externalId, readings }: Lines, precision: string): BoardReport {
  const found: BoardReading[] = []
  for (const [sent, { values }] of readings) {
    if (values.length === 0) continue
    const time = timeOf(sent, precision)
    found.push({ ...(time !== undefined && { time }), values })
  }
  return { board: { family: 'line-protocol', externalId }, readings: found }
}

/** Digits are cut off instead of divided: a double can't hold nanoseconds since 1970. */
function timeOf(sent: string, precision: string): number | undefined {
  if (!/^\d{1,19}$/.test(sent)) return undefined
  const digits = Object.hasOwn(DIGITS, precision) ? DIGITS[precision] : undefined
  if (digits !== undefined) return millisecondsTime(Number(sent.slice(0, sent.length - digits)))
  const each = Object.hasOwn(MILLISECONDS, precision) ? MILLISECONDS[precision] : undefined
  return each === undefined ? undefined : millisecondsTime(Number(sent) * each)
}
