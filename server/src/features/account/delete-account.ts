import type { BrokerLinks } from '../boards/broker-state.ts'
import { listOnlyOwned } from '../households/household-store.ts'
import { revokeAccess } from '../users/access-store.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { deleteUser } from '../users/user-store.ts'
import type { Context } from '../../platform/context.ts'
import { emptyLog } from '../../platform/db/empty-log.ts'
import type { Member } from '../../platform/http/serve.ts'
import { deleteHousehold } from './delete-household.ts'

/**
 * Deletes an account and the households that nobody else owns. Ends access first and removes the account last, so that it can
 * be deleted again after a kill.
 */
export async function deleteAccount(
  context: Context,
  member: Member,
  { password, brokers }: { password: string | undefined; brokers: Pick<BrokerLinks, 'remove'> },
): Promise<void> {
  const { db, log, sockets } = context
  const { userId } = member
  await confirmPassword(context, member, password)
  await db.transaction().execute((tx) => revokeAccess(tx, userId))
  sockets.endUser(userId)
  for (const householdId of await listOnlyOwned(db, userId)) await deleteHousehold(context, householdId, brokers)
  await deleteUser(db, userId)
  await emptyLog(db)
  log.info({ event: 'account.deleted', userId })
}
