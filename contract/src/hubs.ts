import * as z from 'zod/mini'
import { id, nothing, ofHousehold, requiredLine, timestamp } from './fields.ts'
import { route } from './route.ts'
import { currentPassword } from './users.ts'

export const HUBS_MAX = 20

const hubName = requiredLine('Name', 50)

export const hub = z.object({
  hubId: id,
  name: z.string(),
  createdAt: timestamp,
  lastSeenAt: z.nullable(timestamp),
})
export type Hub = z.infer<typeof hub>

export const hubRoutes = {
  list: route({ method: 'GET', path: '/api/hubs', access: 'member', query: ofHousehold, reply: z.array(hub) }),
  /** The token is returned only here. */
  create: route({
    method: 'POST',
    path: '/api/hubs',
    access: 'member',
    query: ofHousehold,
    body: z.object({ name: hubName, password: z.optional(currentPassword) }),
    reply: z.extend(hub, { token: z.string() }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/hubs/:hubId',
    access: 'member',
    params: z.object({ hubId: id }),
    reply: nothing,
  }),
}
