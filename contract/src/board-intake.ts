import * as z from 'zod/mini'
import { nothing, oneLine } from './fields.ts'
import { route } from './route.ts'

const BODY_LIMIT = 1_048_576

/** Decoded by hand: a schema would not describe the formats of many manufacturers. */
const posted = { body: z.unknown(), raw: ['*'], bodyLimit: BODY_LIMIT } as const
const text = z.optional(z.string().check(oneLine()))
const tokenInPath = z.object({ token: z.string() })

/** `waiting`: until the board is claimed. `duplicates` were stored before. */
export const boardReply = z.object({
  stored: z.number(),
  duplicates: z.number(),
  waiting: z.number(),
  refused: z.array(z.string()),
})
export type BoardReply = z.infer<typeof boardReply>

/** Routes of boards as sold. Each replies once its readings are on disk. */
export const boardIntakeRoutes = {
  json: route({ method: 'POST', path: '/api/ingest/json', access: 'board', ...posted, reply: boardReply }),
  ecowitt: route({
    method: 'POST',
    path: '/api/ingest/ecowitt/:token',
    access: 'board',
    credentials: ['token'],
    params: tokenInPath,
    ...posted,
    reply: z.string(),
  }),
  /** Weather Underground stations send a GET with the token as password. */
  wunderground: route({
    method: 'GET',
    path: '/api/ingest/wunderground',
    access: 'board',
    credentials: ['PASSWORD'],
    query: z.looseObject({ ID: text, PASSWORD: text }),
    reply: z.string(),
  }),
  theThingsStack: route({ method: 'POST', path: '/api/ingest/ttn', access: 'board', ...posted, reply: boardReply }),
  thingsBoard: route({
    method: 'POST',
    path: '/api/v1/:token/telemetry',
    access: 'board',
    credentials: ['token'],
    params: tokenInPath,
    ...posted,
    reply: boardReply,
  }),
  influxDb1: route({
    method: 'POST',
    path: '/write',
    access: 'board',
    credentials: ['p', 'u'],
    query: z.object({ db: text, u: text, p: text, precision: text }),
    ...posted,
    reply: nothing,
    problems: 'influxdb',
  }),
  influxDb2: route({
    method: 'POST',
    path: '/api/v2/write',
    access: 'board',
    query: z.object({ org: text, bucket: text, precision: text }),
    ...posted,
    reply: nothing,
    problems: 'influxdb',
  }),
}
