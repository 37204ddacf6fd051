import * as z from 'zod/mini'
import { id, ofHousehold, timestamp } from './fields.ts'
import { route } from './route.ts'

/**
 * - `address`, `since`: of the open MQTT connection.
 * - `board`: null for a device that has only a token.
 * - `received`: readings by half hour of the last day, oldest first; `expected`: the number that its interval makes in a day.
 * - `refused`: of the last seven days, newest first, with the beginning of the newest `sample`.
 * - `tokenEnd`: the last four characters.
 */
export const deviceConnection = z.object({
  deviceId: id,
  connected: z.boolean(),
  address: z.nullable(z.string()),
  since: z.nullable(timestamp),
  board: z.nullable(
    z.object({
      boardId: id,
      family: z.string(),
      externalId: z.string(),
      model: z.nullable(z.string()),
      firmware: z.nullable(z.string()),
    }),
  ),
  received: z.array(z.number()),
  expected: z.number(),
  refused: z.array(
    z.object({ topic: z.string(), reason: z.string(), count: z.number(), lastAt: timestamp, sample: z.string() }),
  ),
  tokenEnd: z.nullable(z.string()),
  tokenMadeAt: z.nullable(timestamp),
})
export type DeviceConnection = z.infer<typeof deviceConnection>

/** Attempts with a token that nobody has, of one network, over one protocol. */
const unknownToken = z.object({
  way: z.enum(['MQTT', 'HTTP']),
  network: z.string(),
  count: z.number(),
  lastAt: timestamp,
})
export type UnknownToken = z.infer<typeof unknownToken>

/** `isKnown`: whether the attempts can only be of this household; none are listed otherwise. */
export const unknownTokens = z.object({ isKnown: z.boolean(), attempts: z.array(unknownToken) })

export type UnknownTokens = z.infer<typeof unknownTokens>

export const connectionRoutes = {
  unknownTokens: route({
    method: 'GET',
    path: '/api/unknown-tokens',
    access: 'member',
    query: ofHousehold,
    reply: unknownTokens,
  }),
  get: route({
    method: 'GET',
    path: '/api/devices/:deviceId/connection',
    access: 'member',
    params: z.object({ deviceId: id }),
    reply: deviceConnection,
  }),
}
