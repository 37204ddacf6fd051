import {
  DAY_MS,
  HOUSEHOLD_PEOPLE_MAX,
  HOUSEHOLDS_PER_USER_MAX,
  invitationRoutes,
  OPEN_INVITATIONS_MAX,
} from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { findRole, lockHousehold, lockUser } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { Visitor } from '../../platform/http/serve.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { admits, consume, giveBack } from '../../platform/rate-limit/rate-limit.ts'
import { ofPerson, shared } from '../../platform/rate-limit/rate-limit-rule.ts'
import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { findHousehold } from './household-store.ts'
import {
  deleteInvitation,
  findOpenInvitation,
  insertInvitation,
  listInvitations,
  useInvitation,
} from './invitation-store.ts'
import { countHouseholds, countMembers, insertMember } from './member-store.ts'
import { reportMembers } from './report-members.ts'

/** Of a household. */
const MADE_A_DAY = 20
/** Wrong links from one network, which a school or a phone company may share. */
const WRONG_LINKS = 30

export function serveInvitations(context: Context): void {
  const { config, db, hub, log, mail, newId, now, serve } = context

  serve(invitationRoutes.list, (_, { householdId }) => listInvitations(db, householdId, now()))

  serve(invitationRoutes.create, async ({ body: { role, days, email, password } }, member) => {
    await confirmPassword(context, member, password)
    if (email !== undefined && config.smtpUrl === null)
      throw new ProblemError(409, 'mail.not-set-up', 'This server sends no mail. Hand the link over yourself.')
    const { householdId, userId } = member
    const { token, hash } = newRandomToken()
    const createdAt = now()
    const times = { createdAt, expiresAt: createdAt + days * DAY_MS }
    const about = { invitationId: newId(), householdId, role, email: email ?? null, tokenHash: hash, createdBy: userId }
    const url = mail.addressOf(`/join/${token}`)
    const invitation = await db.transaction().execute(async (tx) => {
      const made = await insertInvitation(tx, { ...about, ...times }, OPEN_INVITATIONS_MAX)
      if (!made) throw tooMany()
      if (!(await admits(tx, [ofPerson(`invitations:${householdId}`, MADE_A_DAY, DAY_MS)], createdAt)))
        throw tooManyToday()
      if (email !== undefined) await mail.enqueue(tx, invitationMail(email, url, times))
      return made
    })
    mail.wake()
    log.info({ event: 'invitation.created', userId, householdId })
    return { ...invitation, url }
  })

  serve(invitationRoutes.withdraw, async ({ params: { invitationId } }, { householdId }) => {
    found(await deleteInvitation(db, householdId, invitationId), 'invitation')
  })

  serve(invitationRoutes.show, async ({ params: { token } }, visitor) => {
    const { householdId: _id, ...shown } = await openInvitation(token, visitor)
    return shown
  })

  serve(invitationRoutes.join, async ({ params: { token } }, member) => {
    const { userId } = member
    const { householdId, role } = await openInvitation(token, member)
    await db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      await lockUser(tx, userId)
      if ((await findRole(tx, householdId, userId)) !== undefined) return
      if (!(await useInvitation(tx, hashToken(token), now()))) throw isOver()
      await refuseFull(tx, { householdId, userId })
      await insertMember(tx, { householdId, userId, role, tells: role !== 'viewer', joinedAt: now() })
    })
    log.info({ event: 'household.joined', userId, householdId })
    reportMembers(hub, { householdId, userId })
    return found(await findHousehold(db, userId, householdId), 'household')
  })

  /** Counts wrong links only. */
  async function openInvitation(token: string, visitor: Visitor) {
    const limits = [shared(`invitation:${networkOf(visitor.address)}`, WRONG_LINKS)]
    await consume(context, visitor.address, limits)
    const invitation = await findOpenInvitation(db, hashToken(token), now())
    if (!invitation) throw isOver()
    await giveBack(context, limits)
    return invitation
  }
}

/** Whether the link of an invitation would work now. */
export async function isOpenInvitation({ db, now }: Pick<Context, 'db' | 'now'>, token: string): Promise<boolean> {
  return (await findOpenInvitation(db, hashToken(token), now())) !== undefined
}

async function refuseFull(tx: Tx, { householdId, userId }: { householdId: string; userId: string }): Promise<void> {
  if ((await countMembers(tx, householdId)).people >= HOUSEHOLD_PEOPLE_MAX)
    throw new ProblemError(409, 'household.full', `A household can have ${HOUSEHOLD_PEOPLE_MAX} people.`)
  if ((await countHouseholds(tx, userId)) >= HOUSEHOLDS_PER_USER_MAX) throw tooManyHouseholds()
}

export function tooManyHouseholds(): ProblemError {
  return new ProblemError(
    409,
    'household.too-many',
    `You can be in ${HOUSEHOLDS_PER_USER_MAX} households. Leave one first.`,
  )
}

function isOver(): ProblemError {
  return new ProblemError(404, 'invitation.not-found', 'This invitation is no longer good.', {
    detail: 'It was used, withdrawn, or its days are over. Ask for a new one.',
  })
}

function tooMany(): ProblemError {
  return new ProblemError(
    409,
    'invitation.too-many',
    `A household can have ${OPEN_INVITATIONS_MAX} open invitations. Withdraw one first.`,
  )
}

function tooManyToday(): ProblemError {
  return new ProblemError(
    429,
    'invitation.too-many-today',
    `${MADE_A_DAY} invitations were made today. Try again tomorrow.`,
    { retryAfterSeconds: DAY_MS / 1000 },
  )
}

/** Holds nothing that a member typed, since the address may be a stranger's. */
function invitationMail(to: string, url: string, { expiresAt }: { readonly expiresAt: number }) {
  return {
    to,
    subject: 'An invitation to a Greenhouse',
    text: `Somebody invites you to care for plants together at Greenhouse.\n\nThis link shows who, and works once:\n${url}\n\nIf you know nothing of it, do nothing: nothing else will be sent.\n`,
    expiresAt,
  }
}
