import * as z from 'zod/mini'
import { id, nothing, oneLine, timestamp } from './fields.ts'
import { route } from './route.ts'
import { currentPassword } from './users.ts'

export const HUBS_MAX = 20

const hubName = z
  .string('Name is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Name is required', abort: true }),
    z.maxLength(50, { error: 'Name cannot be longer than 50 characters', abort: true }),
    oneLine(),
  )

export const hub = z.object({
  hubId: id,
  name: z.string(),
  createdAt: timestamp,
  lastSeenAt: z.nullable(timestamp),
})
export type Hub = z.infer<typeof hub>

export const hubRoutes = {
  list: route({ method: 'GET', path: '/api/hubs', access: 'member', reply: z.array(hub) }),
  /** The token is returned only here. */
  create: route({
    method: 'POST',
    path: '/api/hubs',
    access: 'member',
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
