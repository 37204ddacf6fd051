import { RecentCache } from '../../../platform/recent-cache.ts'
import { sentTime } from '../../series/decoding/sent-time.ts'
import type { BoardReading, BoardReport, Decoder, Slices } from '../board-report.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { externalIdOf, fieldNames, fieldsOf, namedBy, type Fields } from './fields.ts'
import { millisecondsTime } from './times.ts'
import { JsonList } from './json-list.ts'
import { BoardValues, metricOfName, noted } from './values.ts'

const MESSAGES_MAX = 1000
const BOARDS_MAX = 200
/** Fields that name a board, in lower case without `-` and `_`; the first one found counts. */
const IDS = ['mac', 'deviceid', 'device', 'sensorid', 'id', 'serial', 'hostname', 'name', 'host']
const TIMES = ['time', 'timestamp', 'ts', 'datetime']
const OF_COLLECTD =
  'The JSON of collectd is not read: its values have no names. Send them through Telegraf, or as line protocol.'
const USELESS = new Set(
  'state states status sensor sensors data telemetry tele stat json reading readings value values measurement measurements message messages event events up attributes'.split(
    ' ',
  ),
)

/** Role of a field: its rank among the names of a board, a time, or a value. */
const [HOST, TIME, VALUE] = [IDS.length - 1, IDS.length, IDS.length + 1]
/** By sent name: most messages have the same. */
const roles = new RecentCache<string, number>(5000)

/**
 * Decodes any JSON object, or a list of them: every number by its name. The board is named by a field such as `device`,
 * `id` or `mac`, otherwise by the topic without its end. A bare number is a value when the end of its topic names a
 * metric.
 */
export const decodeJson: Decoder = (message) => {
  const { topic, query, work } = message
  // Over HTTP the path is the same for all boards.
  const place = query === undefined ? topic : undefined
  const list = JsonList.of(message)
  if (list) return decodeList(place, list, work)
  const { json } = message
  if (typeof json === 'number') return place === undefined ? undefined : decodeNumber(place, json, work)
  const report = decodeObject(place, json, work)
  return report && [report]
}

function* decodeList(place: string | undefined, list: JsonList, work: DecodingWork): Slices {
  const reports = new Map<string, { board: BoardReport['board']; readings: BoardReading[] }>()
  for (const sent of list.first(MESSAGES_MAX)) {
    if (work.isSliceOver()) yield
    const report = decodeObject(place, sent, work)
    if (!report) continue
    const known = reports.get(report.board.externalId)
    if (known) known.readings.push(...report.readings)
    else if (reports.size < BOARDS_MAX)
      reports.set(report.board.externalId, { ...report, readings: [...report.readings] })
  }
  if (list.isMalformed || reports.size === 0) return undefined
  return noted([...reports.values()], work)
}

function decodeObject(topic: string | undefined, sent: unknown, work: DecodingWork): BoardReport | undefined {
  const fields = fieldsOf(sent)
  if (!fields) return undefined
  const names = fieldNames(fields, work)
  const board = boardOf(topic, fields, names)
  if (!board) return undefined
  if (Array.isArray(fields['dstypes']) && typeof fields['plugin'] === 'string')
    return { board, readings: [], notes: [OF_COLLECTD] }
  const values = new BoardValues(work)
  values.addFields(fields, { skips: (name, depth) => depth === 1 && roleOf(name) !== VALUE })
  if (values.values.length === 0) return undefined
  const time = timeOf(fields, names)
  return { board, readings: [{ ...(time !== undefined && { time }), values: values.values }] }
}

function decodeNumber(topic: string, value: number, work: DecodingWork): BoardReport[] | undefined {
  const end = topic.lastIndexOf('/')
  const name = topic.slice(end + 1)
  const externalId = end > 0 ? externalIdOf(usefulPart(topic.slice(0, end))) : undefined
  if (externalId === undefined || metricOfName(name, work) === undefined) return undefined
  const values = new BoardValues(work)
  values.add(name, value)
  return [
    {
      board: { family: 'json', externalId, ...namedBy({ name: lastPart(externalId) }) },
      readings: [{ values: values.values }],
    },
  ]
}

function boardOf(
  topic: string | undefined,
  fields: Fields,
  names: readonly string[],
): BoardReport['board'] | undefined {
  const own = ownName(fields, names, topic === undefined)
  if (own !== undefined) return { family: 'json', externalId: own, ...namedBy({ name: fields['name'] ?? own }) }
  if (topic === undefined) return { family: 'json', externalId: 'json' }
  const externalId = externalIdOf(usefulPart(topic))
  return externalId === undefined
    ? undefined
    : { family: 'json', externalId, ...namedBy({ name: lastPart(externalId) }) }
}

/** A number or a host names a board only where no topic does: the number may be that of the message. */
function ownName(fields: Fields, names: readonly string[], isWithoutTopic: boolean): string | undefined {
  let best: string | undefined
  let place = TIME
  for (const name of names) {
    const role = roleOf(name)
    if (role >= place) continue
    if (!isWithoutTopic && (role === HOST || typeof fields[name] === 'number')) continue
    const id = externalIdOf(fields[name])
    if (id === undefined) continue
    best = id
    place = role
  }
  return best
}

function timeOf(fields: Fields, names: readonly string[]): number | undefined {
  for (const name of names) {
    if (roleOf(name) !== TIME) continue
    const time = millisecondsTime(sentTime(fields[name]))
    if (time !== undefined) return time
  }
  return undefined
}

/** Returns the topic without insignificant ends; the whole topic when nothing else is left. */
function usefulPart(topic: string): string {
  let end = topic.length
  for (;;) {
    while (topic.charAt(end - 1) === '/') end--
    const start = topic.lastIndexOf('/', end - 1)
    if (start <= 0 || !USELESS.has(topic.slice(start + 1, end).toLowerCase())) break
    end = start
  }
  return topic.slice(topic.startsWith('/') ? 1 : 0, end)
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function roleOf(name: string): number {
  const known = roles.get(name)
  if (known !== undefined) return known
  if (name.length > 20) return VALUE
  const plain = name.toLowerCase().replace(/[-_]/g, '')
  const role = TIMES.includes(plain) ? TIME : IDS.indexOf(plain)
  roles.set(name, role < 0 ? VALUE : role)
  return role < 0 ? VALUE : role
}
