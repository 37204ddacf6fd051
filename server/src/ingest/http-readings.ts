import { readingRoutes } from '@greenhouse/contract'
import { messagesOf } from '../features/readings/reading-routes.ts'
import type { Intake } from './ingest-types.ts'
import type { Context } from '../platform/context.ts'
import { overloaded, ProblemError } from '../platform/problem.ts'

/** Rough size of one message in memory; the exact length of the body is not worth keeping. */
const MESSAGE_BYTES = 128

/** Readings over HTTP, for boards and gateways without MQTT. The reply is sent when all of them are on disk. */
export function serveIngest({ config, serve }: Context, { ingest, shares }: Intake): void {
  serve(readingRoutes.send, async ({ body }, device) => {
    const messages = messagesOf(body)
    const waitMs = shares.waitMs(device.deviceKey)
    if (waitMs > 0) throw tooFast(config.deviceReadingsPerSecond, waitMs)
    if (ingest.isSaturated(device.deviceKey)) throw overloaded()
    shares.consume(device.deviceKey, messages.length)
    return ingest.ingest(device, messages, messages.length * MESSAGE_BYTES)
  })
}

function tooFast(perSecond: number, waitMs: number): ProblemError {
  return new ProblemError(
    429,
    'device.too-fast',
    `This device sends more than its share of ${perSecond} readings a second. Try again in a moment.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  )
}
