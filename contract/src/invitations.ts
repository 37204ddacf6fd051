import * as z from 'zod/mini'
import { emailAddress, id, nothing, oneLine, timestamp } from './fields.ts'
import { household, householdRoles } from './households.ts'
import { route } from './route.ts'
import { currentPassword } from './users.ts'

export const OPEN_INVITATIONS_MAX = 10
export const INVITATION_DAYS_MAX = 30

/** An invitation goes up to gardener; an owner is made of a member. */
const invitedRoles = ['viewer', 'carer', 'gardener'] as const
const days = `Good for 1 to ${INVITATION_DAYS_MAX} days`

export const invitationInput = z.object({
  role: z.enum(invitedRoles, 'Choose what the person may do'),
  days: z._default(z.int(days).check(z.minimum(1, days), z.maximum(INVITATION_DAYS_MAX, days)), 7),
  email: z.optional(emailAddress('Email is required', 'Email is not valid')),
  password: z.optional(currentPassword),
})
export type InvitationInput = z.infer<typeof invitationInput>

export const invitation = z.object({
  invitationId: id,
  role: z.enum(invitedRoles),
  email: z.nullable(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
})
export type Invitation = z.infer<typeof invitation>

/** `url` is returned only here. */
export const newInvitation = z.extend(invitation, { url: z.string() })
export type NewInvitation = z.infer<typeof newInvitation>

/** All that a link shows. */
export const openInvitation = z.object({
  household: z.string(),
  invitedBy: z.string(),
  role: z.enum(householdRoles),
  expiresAt: timestamp,
})
export type OpenInvitation = z.infer<typeof openInvitation>

export const invitationToken = z.string().check(z.maxLength(100, 'Not a valid token'), oneLine())
const ofToken = z.object({ token: invitationToken })
const ofHouseholdId = z.object({ householdId: id })

export const invitationRoutes = {
  /** Invitations that are neither used nor expired, the newest first. */
  list: route({
    method: 'GET',
    path: '/api/households/:householdId/invitations',
    access: 'member',
    params: ofHouseholdId,
    reply: z.array(invitation),
  }),
  create: route({
    method: 'POST',
    path: '/api/households/:householdId/invitations',
    access: 'member',
    params: ofHouseholdId,
    body: invitationInput,
    reply: newInvitation,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/invitations/:invitationId',
    access: 'member',
    params: z.object({ invitationId: id }),
    reply: nothing,
  }),
  /** A wrong, a used and an expired link have the same reply after the same time. */
  show: route({ method: 'GET', path: '/api/join/:token', access: 'public', params: ofToken, reply: openInvitation }),
  /** A member of the household stays what they are, and the link stays unused. */
  join: route({ method: 'POST', path: '/api/join/:token', access: 'member', params: ofToken, reply: household }),
}
