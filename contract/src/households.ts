import * as z from 'zod/mini'
import { id, nothing, requiredLine, timeOfDay, timestamp, timeZone } from './fields.ts'
import { route } from './route.ts'
import { confirmation, currentPassword } from './users.ts'

export const HOUSEHOLD_NAME_MAX = 60
export const HOUSEHOLDS_PER_USER_MAX = 10
export const HOUSEHOLD_PEOPLE_MAX = 20
export const REMIND_AT_DEFAULT = '08:00'

/** From the least that a person may do to the most. */
export const householdRoles = ['viewer', 'carer', 'gardener', 'owner'] as const
export type HouseholdRole = (typeof householdRoles)[number]

/** Whether a role may do what needs at least another. */
export function mayAs(role: HouseholdRole, least: HouseholdRole): boolean {
  return householdRoles.indexOf(role) >= householdRoles.indexOf(least)
}

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
  /** When the reader gets the list of today's tasks, `08:00` in the household's zone; null for never. */
  remindAt: z.nullable(z.string()),
  /** Whether that list is the last fact of a note about the night and the day, which comes without tasks, too. */
  morningNote: z.boolean(),
  role: z.enum(householdRoles),
  people: z.array(member),
  counts: z.object({ places: z.number(), devices: z.number(), plants: z.number() }),
})
export type Household = z.infer<typeof household>

const name = requiredLine('Name', HOUSEHOLD_NAME_MAX)
const ofHouseholdId = z.object({ householdId: id })
const ofMember = z.object({ householdId: id, userId: id })

export const householdRoutes = {
  /** The oldest that the reader owns first. */
  list: route({ method: 'GET', path: '/api/households', access: 'member', reply: z.array(household) }),
  create: route({
    method: 'POST',
    path: '/api/households',
    access: 'member',
    body: z.object({ name, timeZone: z.optional(timeZone) }),
    reply: household,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/households/:householdId',
    access: 'member',
    params: ofHouseholdId,
    body: z.partial(z.object({ name, timeZone })),
    reply: household,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/households/:householdId',
    access: 'member',
    params: ofHouseholdId,
    body: confirmation,
    reply: nothing,
  }),
  /** `tells`, `remindAt` and `morningNote` are changed only by the person. An owner gives a role, with the password when it is that of an owner. */
  editMember: route({
    method: 'PATCH',
    path: '/api/households/:householdId/people/:userId',
    access: 'member',
    params: ofMember,
    body: z.partial(
      z.object({
        role: z.enum(householdRoles, 'Unknown role'),
        tells: z.boolean(),
        remindAt: z.nullable(timeOfDay),
        morningNote: z.boolean('morningNote must be true or false'),
        password: currentPassword,
      }),
    ),
    reply: household,
  }),
  /** Leaves when the person is the caller. */
  removeMember: route({
    method: 'DELETE',
    path: '/api/households/:householdId/people/:userId',
    access: 'member',
    params: ofMember,
    reply: nothing,
  }),
  /** Makes another member an owner, and the caller a gardener. */
  handOver: route({
    method: 'POST',
    path: '/api/households/:householdId/hand-over',
    access: 'member',
    params: ofHouseholdId,
    body: z.object({ userId: id, password: z.optional(currentPassword) }),
    reply: household,
  }),
}
