import { householdRoutes, type HouseholdRole } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { findRole, lockHousehold } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { findHousehold } from './household-store.ts'
import { countMembers, deleteMember, updateMember } from './member-store.ts'
import { reportMembers } from './report-members.ts'

interface OfMember {
  readonly householdId: string
  readonly userId: string
}

/** @param onRemoved drops what waits to be sent to a member, in the transaction that removes them */
export function serveMembers(context: Context, onRemoved: (tx: Tx, member: OfMember) => Promise<void>): void {
  const { db, hub, log, serve, sockets } = context

  serve(householdRoutes.editMember, async ({ params, body: { role, password, ...own } }, member) => {
    const { householdId, householdRole } = member
    const isOwn = params.userId === member.userId
    if (role === 'owner' && householdRole === 'owner') await confirmPassword(context, member, password)
    await locked(params, async (tx, before) => {
      if (
        (role !== undefined && householdRole !== 'owner') ||
        (Object.values(own).some((value) => value !== undefined) && !isOwn)
      )
        throw mayNot()
      if (role !== undefined) await refuseRole(tx, householdId, { before, after: role })
      await updateMember(tx, params, { role, ...own })
    })
    reportMembers(hub, params)
    return found(await findHousehold(db, member.userId, householdId), 'household')
  })

  serve(householdRoutes.removeMember, async ({ params }, { userId, householdRole }) => {
    if (params.userId !== userId && householdRole !== 'owner') throw mayNot()
    await locked(params, async (tx, role) => {
      await refuseLastOwner(tx, params.householdId, role)
      await deleteMember(tx, params.householdId, params.userId)
      await onRemoved(tx, params)
    })
    log.info({ event: 'household.left', userId: params.userId, householdId: params.householdId })
    reportMembers(hub, params)
    // Subscriptions of the household end with the connection; the browser opens another one.
    sockets.reconnectUser(params.userId)
  })

  serve(householdRoutes.handOver, async ({ params: { householdId }, body }, member) => {
    await confirmPassword(context, member, body.password)
    const receiver = { householdId, userId: body.userId }
    await locked(receiver, async (tx, before) => {
      await refuseRole(tx, householdId, { before, after: 'owner' })
      if (body.userId === member.userId) return
      await updateMember(tx, receiver, { role: 'owner' })
      await updateMember(tx, { householdId, userId: member.userId }, { role: 'gardener' })
    })
    reportMembers(hub, receiver)
    return found(await findHousehold(db, member.userId, householdId), 'household')
  })

  /** Runs a change of a member while nobody else changes the household. Throws a 404 when it has no such member. */
  async function locked(of: OfMember, change: (tx: Tx, role: HouseholdRole) => Promise<void>): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await lockHousehold(tx, of.householdId)
      await change(tx, found(await findRole(tx, of.householdId, of.userId), 'member'))
    })
  }
}

async function refuseRole(
  tx: Tx,
  householdId: string,
  { before, after }: { readonly before: HouseholdRole; readonly after: HouseholdRole },
): Promise<void> {
  if (after === 'owner' && before === 'viewer')
    throw new ProblemError(409, 'household.viewer', 'Make a viewer a carer or gardener first.')
  if (after !== 'owner') await refuseLastOwner(tx, householdId, before)
}

async function refuseLastOwner(tx: Tx, householdId: string, role: HouseholdRole): Promise<void> {
  if (role !== 'owner' || (await countMembers(tx, householdId)).owners > 1) return
  throw new ProblemError(
    409,
    'household.last-owner',
    'The last owner can’t leave: hand the household over, or delete it.',
  )
}

function mayNot(): ProblemError {
  return new ProblemError(403, 'household.role', 'You can look at this household, not change it.')
}
