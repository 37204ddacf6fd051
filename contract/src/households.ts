import * as z from 'zod/mini'
import { timeZone } from './alerts.ts'
import { id, requiredLine, timestamp } from './fields.ts'
import { route } from './route.ts'

export const HOUSEHOLD_NAME_MAX = 60

/** From the least that a person may do to the most. */
export const householdRoles = ['viewer', 'carer', 'gardener', 'owner'] as const
export type HouseholdRole = (typeof householdRoles)[number]

/** A person of a household: only the first name is shown to the others. */
const member = z.object({
  userId: id,
  name: z.string(),
  role: z.enum(householdRoles),
  tells: z.boolean(),
  joinedAt: timestamp,
})
export type HouseholdMember = z.infer<typeof member>

/** `role` is the reader's own. */
export const household = z.object({
  householdId: id,
  name: z.string(),
  timeZone: z.nullable(timeZone),
  role: z.enum(householdRoles),
  people: z.array(member),
})
export type Household = z.infer<typeof household>

const name = requiredLine('Name', HOUSEHOLD_NAME_MAX)

export const householdRoutes = {
  /** The oldest that the reader owns first. */
  list: route({ method: 'GET', path: '/api/households', access: 'member', reply: z.array(household) }),
  /** For owners. */
  edit: route({
    method: 'PATCH',
    path: '/api/households/:householdId',
    access: 'member',
    params: z.object({ householdId: id }),
    body: z.partial(z.object({ name, timeZone })),
    reply: household,
  }),
}
