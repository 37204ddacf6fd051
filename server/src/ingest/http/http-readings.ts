import { readingRoutes } from '@greenhouse/contract'
import { messagesOf } from '../../features/series/history/reading-routes.ts'
import { decodeJson } from '../../features/boards/decoders/json.ts'
import { decodeSenml } from '../../features/boards/decoders/senml.ts'
import type { Context } from '../../platform/context.ts'
import { RawBody } from '../../platform/http/raw-body.ts'
import type { BoardCaller } from '../../platform/http/serve.ts'
import { assertRoom, ingestingBoards, messageOf, serveBoardReadings } from './http-boards.ts'
import { ingestInSlices } from '../ingest-slices.ts'
import { costOfMessage, roughBytes } from '../message-cost.ts'
import type { BuiltIngest } from '../build-ingest.ts'

type HttpIngest = Pick<BuiltIngest, 'ingest' | 'rateLimits' | 'boardIngest' | 'refused' | 'seen'>

/** Rough size of one message in memory; the exact length of the body is not worth keeping. */
const MESSAGE_BYTES = 128

/** Shown as the topic of refused messages. */
const TOPIC = `${readingRoutes.send.method} ${readingRoutes.send.path}`

/** Readings over HTTP, for boards and gateways without MQTT. The reply is sent when all of them are on disk. */
export function serveIngest(context: Context, built: HttpIngest): void {
  const { ingest, rateLimits } = built
  const ingestBoards = ingestingBoards(context, built)
  serveBoardReadings(context, ingestBoards)

  /** SenML, and what a hub sends, are of boards; every other message is of the device itself. */
  async function takeBoards(caller: BoardCaller, body: unknown) {
    const isSenml = body instanceof RawBody
    const sent = isSenml ? body : new RawBody('application/json', Buffer.from(JSON.stringify(body ?? null)))
    const message = messageOf(readingRoutes.send, sent)
    const { refused, ...reply } = await ingestBoards(caller, isSenml ? decodeSenml : decodeJson, message)
    return { ...reply, refused: refused.map((reason) => ({ index: 0, reason })) }
  }

  context.serve(readingRoutes.send, async ({ body }, caller) => {
    const { device } = caller
    if (!device || body instanceof RawBody) return takeBoards(caller, body)
    const messages = messagesOf(body)
    assertRoom(built, caller)
    rateLimits.charge(caller, costOfMessage({ readings: messages.length, bytes: roughBytes(messages) }))
    const result = await ingestInSlices(messages, (slice) => ingest.ingest(device, slice, slice.length * MESSAGE_BYTES))
    for (const [reason, same] of Map.groupBy(result.refused, (one) => one.reason)) {
      const payload = Buffer.from(JSON.stringify(messages[same[0]?.index ?? 0]) ?? '')
      built.refused.add(device.deviceKey, { topic: TOPIC, reason, payload, count: same.length })
    }
    return result
  })
}
