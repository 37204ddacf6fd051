import type { BoardReading, BoardReport, Decoder, Slices } from '../board-report.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { externalIdOf, fieldsOf } from './fields.ts'
import { millisecondsTime } from './times.ts'
import { BoardValues } from './values.ts'

const READINGS_MAX = 1000
const BOARDS_MAX = 200

const GATEWAY = 'v1/gateway/telemetry'
const DEVICE = new Set(['v1/devices/me/telemetry', 'v2/t'])
/** Topics beside telemetry: attributes, claims, replies to commands. */
const OTHER_TOPICS = ['v1/devices/me/', 'v1/gateway/', 'v2/']

/**
 * Decodes telemetry for ThingsBoard: `{"temperature":26}`, `{"ts":1634712287000,"values":{…}}`, lists of both, and a
 * gateway's devices by name. A device is identified by its token, so that each credential is one board.
 * @see https://thingsboard.io/docs/reference/mqtt-api/telemetry/
 * @see https://thingsboard.io/docs/reference/gateway-api/telemetry/
 */
export const decodeThingsBoard: Decoder = ({ topic, query, json, work }) => {
  if (topic === GATEWAY) return decodeGateway(json, work)
  if (!DEVICE.has(topic) && query === undefined)
    return OTHER_TOPICS.some((start) => topic.startsWith(start)) ? [] : undefined
  return decodeDevice(json, work)
}

function* decodeDevice(json: unknown, work: DecodingWork): Slices {
  const readings = yield* readingsOf(json, work)
  return readings.length === 0 ? [] : [{ board: { family: 'thingsboard', externalId: 'me' }, readings }]
}

function* decodeGateway(json: unknown, work: DecodingWork): Slices {
  const reports: BoardReport[] = []
  let left = READINGS_MAX
  for (const [name, sent] of Object.entries(fieldsOf(json) ?? {}).slice(0, BOARDS_MAX)) {
    const externalId = externalIdOf(name)
    const readings = (yield* readingsOf(sent, work)).slice(0, left)
    if (externalId === undefined || readings.length === 0) continue
    left -= readings.length
    reports.push({ board: { family: 'thingsboard', externalId, name: externalId.slice(0, 100) }, readings })
  }
  return reports
}

/** Entries with a time are readings; those without one are values of one reading, at arrival. */
function* readingsOf(sent: unknown, work: DecodingWork): Generator<undefined, BoardReading[], undefined> {
  const entries = Array.isArray(sent) ? sent.slice(0, READINGS_MAX) : [sent]
  const atArrival = new BoardValues(work)
  const readings: BoardReading[] = []
  for (const entry of entries) {
    if (work.isSliceOver()) yield
    work.fields++
    const fields = fieldsOf(entry)
    const values = fields && fieldsOf(fields['values'])
    const time = values && millisecondsTime(fields['ts'])
    if (!fields) continue
    if (!values || time === undefined) {
      atArrival.addFields(values ?? fields)
      continue
    }
    const found = new BoardValues(work)
    found.addFields(values)
    if (found.values.length > 0) readings.push({ time, values: found.values })
  }
  return atArrival.values.length > 0 ? [...readings, { values: atArrival.values }] : readings
}
