import { toTimestamp } from '@greenhouse/contract'
import { listAdvice } from '../weather/advice/advice-store.ts'
import { everyAlert } from '../alerts/episodes/every-alert.ts'
import { listBoards } from '../boards/board-store.ts'
import { describeBroker, listBrokers } from '../boards/broker-store.ts'
import { listHubs } from '../boards/hub-store.ts'
import { listSightings } from '../boards/sighting-store.ts'
import { listDeviceConditions } from '../rules/conditions/device-conditions.ts'
import { everyEpisode } from '../alerts/episodes/every-episode.ts'
import { listPlantConditions } from '../rules/conditions/plant-condition-store.ts'
import { listDevices } from '../devices/device-store.ts'
import { describeStored } from '../notifications/channels/channel-routes.ts'
import { listStoredChannels } from '../notifications/channels/channel-store.ts'
import { findQuietHours } from '../notifications/channels/quiet-hours-store.ts'
import { everyCare, everyWatering } from '../care/every-care.ts'
import { everyPhoto } from '../care/photos/every-photo.ts'
import { listPlaces } from '../places/place-store.ts'
import { listPlants } from '../plants/plant-store.ts'
import { listOwnSpecies } from '../plants/species-store.ts'
import { listRules } from '../rules/rule-store.ts'
import { describeFactors } from '../second-factor/factor-store.ts'
import { describeSeries } from '../series/list-series.ts'
import { findSettings } from '../settings/setting-store.ts'
import { listSessions } from '../users/session-store.ts'
import { listTasks } from '../tasks/task-store.ts'
import { findUser } from '../users/user-store.ts'
import { findWeatherPlace } from '../weather/weather-place-store.ts'
import type { Context } from '../../platform/context.ts'
import type { Member } from '../../platform/http/serve.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { found } from '../../platform/problem.ts'

/** Returns everything but readings as pieces of one JSON object, so that no list is whole in memory. */
export async function exportAccount(
  { db, now, channelSeal }: Pick<Context, 'db' | 'now'> & { readonly channelSeal: Seal },
  member: Pick<Member, 'userId' | 'householdId' | 'sessionId'>,
): Promise<AsyncGenerator<string>> {
  const { userId, householdId, sessionId } = member
  const head = {
    exportedAt: toTimestamp(now()),
    user: found(await findUser(db, userId), 'user'),
    settings: await findSettings(db, userId),
    weatherPlace: (await findWeatherPlace(db, userId)) ?? null,
    secondFactors: await describeFactors(db, userId),
    sessions: await listSessions(db, { userId, sessionId, now: now() }),
    places: await listPlaces(db, householdId),
    devices: await listDevices(db, householdId),
    hubs: await listHubs(db, householdId),
    brokers: (await listBrokers(db, householdId)).map(describeBroker),
    channels: (await listStoredChannels(db, userId)).map((channel) => describeStored(channelSeal, channel)),
    quietHours: await findQuietHours(db, userId),
    boards: await listBoards(db, householdId),
    boardsHeardOnce: await listSightings(db, householdId),
    series: (await describeSeries(db, { householdId })).map(({ series }) => series),
    plants: await listPlants(db, householdId),
    species: await listOwnSpecies(db, householdId),
    tasks: await listTasks(db, householdId, {}),
  }
  const conditions = {
    plantConditions: await listPlantConditions(db, householdId),
    deviceConditions: await listDeviceConditions(db, householdId),
    rules: await listRules(db, member),
    advice: await listAdvice(db, householdId),
  }
  const alerts = { alerts: everyAlert(db, member), episodes: everyEpisode(db, householdId) }
  return inOneObject(
    head,
    {
      waterings: everyWatering(db, householdId),
      care: everyCare(db, householdId),
      photos: everyPhoto(db, householdId),
    },
    conditions,
    alerts,
  )
}

async function* inOneObject(...parts: readonly object[]): AsyncGenerator<string> {
  let before = '{'
  for (const [name, value] of parts.flatMap((part): Array<[string, unknown]> => Object.entries(part))) {
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
