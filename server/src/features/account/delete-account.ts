import { topic } from '@greenhouse/contract'
import { deleteAlertsInParts } from '../alerts/alert-removal-store.ts'
import { deleteEpisodesInParts } from '../alerts/episodes/episode-removal-store.ts'
import { deleteBrokers } from '../boards/broker-store.ts'
import { deleteHubs } from '../boards/hub-store.ts'
import { listDeviceKeys, revokeTokens } from '../devices/device-store.ts'
import { newDeviceToken } from '../devices/device-token.ts'
import { deleteCareInParts } from '../care/care-store.ts'
import type { BrokerLinks } from '../boards/broker-state.ts'
import { listHouseholdIds } from '../households/membership-store.ts'
import { endPhotoLinks } from '../households/member-store.ts'
import { findHousehold, listOnlyOwned, removeHousehold } from '../households/household-store.ts'
import type { PhotoRemoval } from '../care/photos/photo-removal.ts'
import { takeAllAway } from '../care/photos/photo-store.ts'
import { reportMembers } from '../households/report-members.ts'
import { revokeAccess } from '../users/access-store.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { deleteUser } from '../users/user-store.ts'
import type { Context } from '../../platform/context.ts'
import { emptyLog } from '../../platform/db/empty-log.ts'
import type { Member } from '../../platform/http/serve.ts'

interface Deletion {
  readonly password: string | undefined
  readonly brokers: Pick<BrokerLinks, 'remove'>
  /** Removes the photos of what is deleted. */
  readonly photos: PhotoRemoval
}

/**
 * Deletes an account and the households that nobody else owns. Ends access first and removes the account last, so that it can
 * be deleted again after a kill.
 */
export async function deleteAccount(
  context: Context,
  member: Member,
  { password, brokers, photos }: Deletion,
): Promise<void> {
  const { db, log, sockets } = context
  const { userId } = member
  await confirmPassword(context, member, password)
  await db.transaction().execute((tx) => revokeAccess(tx, userId))
  sockets.endUser(userId)
  const householdIds = await listOnlyOwned(db, userId)
  for (const householdId of householdIds) await emptyHousehold(context, householdId, brokers)
  // At once: a person without a household could add nothing.
  await db.transaction().execute(async (tx) => {
    for (const householdId of householdIds) await removeHousehold(tx, householdId)
    await endPhotoLinks(tx, await listHouseholdIds(tx, userId))
    await deleteUser(tx, userId)
  })
  await photos.runNow()
  await emptyLog(db)
  log.info({ event: 'account.deleted', userId })
}

/** Deletes a household with everything in it, for all its people. It can be deleted again after a kill. */
export async function deleteHousehold(
  context: Context,
  member: Member,
  { password, brokers, photos }: Deletion,
): Promise<void> {
  const { db, hub, log, sockets } = context
  const { userId, householdId } = member
  await confirmPassword(context, member, password)
  const people = (await findHousehold(db, userId, householdId))?.people ?? []
  await emptyHousehold(context, householdId, brokers)
  await removeHousehold(db, householdId)
  await photos.runNow()
  await emptyLog(db)
  log.info({ event: 'household.deleted', userId, householdId })
  for (const person of people) {
    reportMembers(hub, { householdId, userId: person.userId })
    sockets.reconnectUser(person.userId)
  }
}

/** Ends the access of a household's boards, and deletes in parts what may be large. */
async function emptyHousehold(
  { connections, db, hub, timeSeries }: Context,
  householdId: string,
  brokers: Pick<BrokerLinks, 'remove'>,
): Promise<void> {
  const devices = await listDeviceKeys(db, householdId)
  const hubIds = await deleteHubs(db, householdId)
  for (const brokerId of await deleteBrokers(db, householdId)) brokers.remove(brokerId)
  await revokeTokens(db, householdId, () => newDeviceToken().hash)
  for (const hubId of hubIds) connections.disconnect(hubId)
  for (const { deviceId, key } of devices) {
    connections.disconnect(deviceId)
    hub.close(topic.readingsOf(deviceId))
    hub.close(topic.seriesOf(deviceId))
    await timeSeries.erase(key)
  }
  await deleteAlertsInParts(db, householdId)
  await deleteEpisodesInParts(db, householdId)
  await takeAllAway(db, householdId)
  await deleteCareInParts(db, householdId)
}
