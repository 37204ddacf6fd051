import { readingRoutes } from '@greenhouse/contract'
import { messagesOf } from './features/readings/reading-routes.ts'
import type { Ingest } from './ingest.ts'
import type { Context } from './platform/context.ts'
import { overloaded } from './platform/problem.ts'

/** Rough bytes of one message in memory; the exact length of the body is not worth keeping. */
const MESSAGE_BYTES = 128

/** The door for boards and gateways without MQTT: the same queue, answered when everything in it is on disk. */
export function serveIngest({ serve }: Context, ingest: Ingest): void {
  serve(readingRoutes.send, async ({ body }, device) => {
    const messages = messagesOf(body)
    if (ingest.isFull(device.deviceKey)) throw overloaded()
    return ingest.take(device, messages, messages.length * MESSAGE_BYTES)
  })
}
