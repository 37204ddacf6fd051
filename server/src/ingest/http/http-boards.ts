import { boardIntakeRoutes, readingRoutes, type BoardReply, type Route } from '@greenhouse/contract'
import { noteHubSeen } from '../../features/boards/hub-store.ts'
import { BoardMessage, type Decoder } from '../../features/boards/board-report.ts'
import { decodeEcowitt } from '../../features/boards/decoders/ecowitt.ts'
import { decodeJson } from '../../features/boards/decoders/json.ts'
import { decodeLineProtocol } from '../../features/boards/decoders/line-protocol.ts'
import { decodeThingsBoard } from '../../features/boards/decoders/thingsboard.ts'
import { decodeTtn } from '../../features/boards/decoders/ttn.ts'
import { decodeWunderground } from '../../features/boards/decoders/wunderground.ts'
import { decodeInTurns } from '../../features/boards/slices.ts'
import type { Context } from '../../platform/context.ts'
import { rawBodyOf } from '../../platform/http/raw-body.ts'
import type { BoardCaller } from '../../platform/http/serve.ts'
import { ProblemError, overloaded } from '../../platform/problem.ts'
import type { BoardIngest } from '../boards/board-ingest-types.ts'
import type { MeteredIngest } from '../ingest-types.ts'
import type { LastSeen } from '../last-seen.ts'
import { costOfMessage } from '../message-cost.ts'

interface BoardsIn extends MeteredIngest {
  readonly boardIngest: Pick<BoardIngest, 'ingestReports'>
  readonly seen: Pick<LastSeen, 'note'>
}

/** Takes what a caller has sent to one of the routes; `decode` is that of its family. */
export type IngestBoards = (caller: BoardCaller, decode: Decoder, message: BoardMessage) => Promise<BoardReply>

/** A request announces nothing, and is decoded without what was announced elsewhere. */
const NOTHING_ANNOUNCED = { get: () => undefined }

/**
 * Returns what decodes a message of boards that came over HTTP, and resolves when what it holds is on disk. It throws a 400
 * for what the decoder does not know, and a 429 or 503 when the caller has to wait.
 */
export function ingestingBoards({ db }: Pick<Context, 'db'>, built: BoardsIn): IngestBoards {
  const { boardIngest, rateLimits, seen } = built
  return async (caller, decode, message) => {
    const { householdId, source } = caller
    assertRoom(built, caller)
    const bytes = message.payload.length
    const reports = await decodeInTurns(decode(message, NOTHING_ANNOUNCED))
    if (!reports) {
      rateLimits.charge(caller, costOfMessage({ readings: 0, bytes }))
      throw unreadable(message.topic)
    }
    const result = await boardIngest.ingestReports({ householdId, source }, reports, bytes)
    if (source.kind === 'hub') seen.note(source.id, (at) => noteHubSeen(db, source.id, at))
    const { stored, duplicates, waiting, refused } = result
    return { stored, duplicates, waiting, refused }
  }
}

const JSON_EXPECTED = 'Expected JSON, such as {"temperature": 21.5}.'
const LINES_EXPECTED = 'Expected line protocol, such as: bench temperature=21.5'
const EXPECTED: Readonly<Record<string, string>> = {
  [readingRoutes.send.path]: JSON_EXPECTED,
  [boardIntakeRoutes.json.path]: JSON_EXPECTED,
  [boardIntakeRoutes.thingsBoard.path]: JSON_EXPECTED,
  [boardIntakeRoutes.theThingsStack.path]: 'Expected the JSON of a webhook of The Things Stack.',
  [boardIntakeRoutes.ecowitt.path]: 'Expected the form of a station with the Ecowitt protocol, with PASSKEY and tempf.',
  [boardIntakeRoutes.wunderground.path]: 'Expected a query of the Weather Underground protocol, with ID and tempf.',
  [boardIntakeRoutes.influxDb1.path]: LINES_EXPECTED,
  [boardIntakeRoutes.influxDb2.path]: LINES_EXPECTED,
}

/** Returns the error for a body without readings, which names what the route expects. */
function unreadable(path: string): ProblemError {
  const detail = EXPECTED[path]
  const more = detail === undefined ? {} : { detail }
  return new ProblemError(400, 'readings.unreadable', 'This holds no readings that could be understood.', more)
}

/** Readings of boards as they are sold, which post in the format of their makers. */
export function serveBoardReadings({ serve }: Pick<Context, 'serve'>, ingestBoards: IngestBoards): void {
  const { json, theThingsStack, thingsBoard, ecowitt, wunderground, influxDb1, influxDb2 } = boardIntakeRoutes
  serve(json, ({ body }, caller) => ingestBoards(caller, decodeJson, messageOf(json, body)))
  serve(theThingsStack, ({ body }, caller) => ingestBoards(caller, decodeTtn, messageOf(theThingsStack, body)))
  serve(thingsBoard, ({ body }, caller) => ingestBoards(caller, decodeThingsBoard, messageOf(thingsBoard, body)))
  serve(ecowitt, async ({ body }, caller) => {
    await ingestBoards(caller, decodeEcowitt, messageOf(ecowitt, body))
    return ''
  })
  serve(wunderground, async ({ query }, caller) => {
    const readings = { ...query, PASSWORD: undefined }
    await ingestBoards(caller, decodeWunderground, messageOf(wunderground, undefined, readings))
    return 'success\n'
  })
  serve(influxDb1, async ({ body, query: { precision } }, caller) => {
    await ingestBoards(caller, decodeLineProtocol, messageOf(influxDb1, body, { precision }))
  })
  serve(influxDb2, async ({ body, query: { precision } }, caller) => {
    await ingestBoards(caller, decodeLineProtocol, messageOf(influxDb2, body, { precision }))
  })
}

/**
 * Returns the message of a request. Its topic is the path as the route names it, without the token that was sent, and
 * `query` holds what its decoder may read.
 */
export function messageOf(
  { path }: Pick<Route, 'path'>,
  body: unknown,
  query: Record<string, unknown> = {},
): BoardMessage {
  const { contentType, payload } = rawBodyOf(body)
  const fields = Object.entries(query).filter((field): field is [string, string] => typeof field[1] === 'string')
  return new BoardMessage(path, payload, { contentType, query: new URLSearchParams(fields).toString() })
}

/** Throws a 429 for a caller that has sent more than its share, and a 503 while there is no room for its readings. */
export function assertRoom({ ingest, rateLimits }: MeteredIngest, caller: BoardCaller): void {
  const waitMs = rateLimits.waitMs(caller)
  const { perSecond, personPerSecond } = rateLimits
  if (rateLimits.isPersonOver(caller))
    throw tooFast(`The boards of this account send more than their share of ${personPerSecond}`, waitMs)
  if (waitMs > 0) throw tooFast(`This ${caller.source.kind} sends more than its share of ${perSecond}`, waitMs)
  if (ingest.isSaturated(caller.device?.deviceKey)) throw overloaded()
}

function tooFast(what: string, waitMs: number): ProblemError {
  return new ProblemError(429, 'device.too-fast', `${what} readings a second. Try again in a moment.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}
