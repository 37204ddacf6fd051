import { topic } from '@greenhouse/contract'
import { deleteAlertsInParts } from '../alerts/alert-removal-store.ts'
import type { BrokerLinks } from '../boards/broker-state.ts'
import { deleteBrokers } from '../boards/broker-store.ts'
import { deleteHubs } from '../boards/hub-store.ts'
import { deleteEpisodesInParts } from '../alerts/episodes/episode-removal-store.ts'
import { listDeviceKeys, revokeTokens } from '../devices/device-store.ts'
import { newDeviceToken } from '../devices/device-token.ts'
import { deleteWateringsInParts } from '../plants/watering-store.ts'
import { revokeAccess } from '../users/access-store.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { deleteUser } from '../users/user-store.ts'
import type { Context } from '../../platform/context.ts'
import { emptyLog } from '../../platform/db/empty-log.ts'
import type { Member } from '../../platform/http/serve.ts'

/** Ends access first and removes the account last, so that it can be deleted again after a kill. */
export async function deleteAccount(
  context: Context,
  member: Member,
  { password, brokers }: { password: string | undefined; brokers: Pick<BrokerLinks, 'remove'> },
): Promise<void> {
  const { connections, db, hub, log, sockets, timeSeries } = context
  const { userId } = member
  await confirmPassword(context, member, password)
  const devices = await listDeviceKeys(db, userId)
  const hubIds = await deleteHubs(db, userId)
  for (const brokerId of await deleteBrokers(db, userId)) brokers.remove(brokerId)
  await revokeTokens(db, userId, () => newDeviceToken().hash)
  await db.transaction().execute((tx) => revokeAccess(tx, userId))
  sockets.endUser(userId)
  for (const hubId of hubIds) connections.disconnect(hubId)
  for (const { deviceId, key } of devices) {
    connections.disconnect(deviceId)
    hub.close(topic.readingsOf(deviceId))
    hub.close(topic.seriesOf(deviceId))
    await timeSeries.erase(key)
  }
  await deleteAlertsInParts(db, userId)
  await deleteEpisodesInParts(db, userId)
  await deleteWateringsInParts(db, userId)
  await deleteUser(db, userId)
  await emptyLog(db)
  log.info({ event: 'account.deleted', userId })
}
