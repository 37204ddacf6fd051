import { topic, userRoutes } from '@greenhouse/contract'
import { deleteAlertsInParts } from '../alerts/alert-removal-store.ts'
import { everyAlert } from '../alerts/every-alert.ts'
import { listDeviceConditions } from '../conditions/device-condition-store.ts'
import { listPlantConditions } from '../conditions/plant-condition-store.ts'
import { listDeviceKeys, listDevices, revokeTokens } from '../devices/device-store.ts'
import { newDeviceToken } from '../devices/device-token.ts'
import { describeFactors } from '../second-factor/factor-store.ts'
import { deleteWateringsInParts } from '../plants/watering-removal-store.ts'
import { everyWatering } from '../plants/every-watering.ts'
import { listPlants } from '../plants/plant-store.ts'
import { readingsAsCsv } from '../readings/csv.ts'
import { deleteReadingsInParts } from '../readings/reading-removal-store.ts'
import { findSettings } from '../settings/setting-store.ts'
import { findPlace } from '../weather/place-store.ts'
import { revokeAccess } from '../users/access-store.ts'
import { listSessions } from '../users/session-store.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { deleteUser, findUser } from '../users/user-store.ts'
import type { Context } from '../../platform/context.ts'
import { emptyLog } from '../../platform/db/empty-log.ts'
import { notFound } from '../../platform/problem.ts'

/** The story of leaving: a person takes what is theirs, and nothing of them stays. */
export function serveLeaving(context: Context): void {
  const { connections, db, hub, log, now, serve, sockets } = context
  serve(userRoutes.export, async (_, { userId, sessionId }) => {
    const user = await findUser(db, userId)
    if (!user) throw notFound('user')
    const head = {
      exportedAt: new Date(now()).toISOString(),
      user,
      settings: await findSettings(db, userId),
      weatherPlace: (await findPlace(db, userId)) ?? null,
      secondFactors: await describeFactors(db, userId),
      sessions: await listSessions(db, { userId, sessionId, now: now() }),
      devices: await listDevices(db, userId),
      plants: await listPlants(db, userId),
    }
    const conditions = {
      plantConditions: await listPlantConditions(db, userId),
      deviceConditions: await listDeviceConditions(db, userId),
    }
    return inOneObject(head, { waterings: everyWatering(db, userId) }, conditions, { alerts: everyAlert(db, userId) })
  })

  serve(userRoutes.exportReadings, async (_, { userId }) => readingsAsCsv(db, await listDeviceKeys(db, userId)))

  serve(userRoutes.remove, async ({ body }, member) => {
    const { userId } = member
    await confirmPassword(context, member, body?.password)
    // First nobody and nothing may come in any more, then what there is goes, at last the account itself. Killed in
    // between, the account is still there to be deleted again.
    const devices = await listDeviceKeys(db, userId)
    await revokeTokens(db, userId, () => newDeviceToken().hash)
    await db.transaction().execute((tx) => revokeAccess(tx, userId))
    sockets.endUser(userId)
    for (const { deviceId, key } of devices) {
      connections.disconnect(deviceId)
      hub.close(topic.readingsOf(deviceId))
      await deleteReadingsInParts(db, key)
    }
    await deleteAlertsInParts(db, userId)
    await deleteWateringsInParts(db, userId)
    await deleteUser(db, userId)
    await emptyLog(db)
    log.info({ event: 'account.deleted', userId })
  })
}

/** One JSON object of parts that are at hand and of lists of any length, which come as pieces of JSON. */
async function* inOneObject(...parts: readonly object[]): AsyncGenerator<string> {
  let before = '{'
  for (const [name, value] of parts.flatMap((part) => Object.entries(part) as Array<[string, unknown]>)) {
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (isPieces(value)) yield* value
    else yield JSON.stringify(value)
  }
  yield '}'
}

function isPieces(value: unknown): value is AsyncIterable<string> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
