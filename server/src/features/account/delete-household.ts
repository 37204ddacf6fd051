import { topic } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { deleteAlertsInParts } from '../alerts/alert-removal-store.ts'
import { deleteEpisodesInParts } from '../alerts/episodes/episode-removal-store.ts'
import type { BrokerLinks } from '../boards/broker-state.ts'
import { deleteBrokers } from '../boards/broker-store.ts'
import { deleteHubs } from '../boards/hub-store.ts'
import { listDeviceKeys, revokeTokens } from '../devices/device-store.ts'
import { newDeviceToken } from '../devices/device-token.ts'
import { removeHousehold } from '../households/household-store.ts'
import { deleteWateringsInParts } from '../plants/watering-store.ts'

/** Ends the access of boards first and removes the household last, so that it can be deleted again after a kill. */
export async function deleteHousehold(
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
  await deleteWateringsInParts(db, householdId)
  await removeHousehold(db, householdId)
}
