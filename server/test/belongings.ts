import { randomUUID } from 'node:crypto'
import {
  alertRoutes,
  authRoutes,
  brokerRoutes,
  calendarFeedRoutes,
  careRoutes,
  channelRoutes,
  conditionRoutes,
  hubRoutes,
  invitationRoutes,
  photoRoutes,
  placeRoutes,
  plantRoutes,
  probeRoutes,
  readingRoutes,
  speciesRoutes,
  taskRoutes,
  type Route,
  episodeRoutes,
  exportRoutes,
  weatherRoutes,
} from '@greenhouse/contract'
import { expect } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { storeAnnouncements } from '../src/features/boards/announcement-store.ts'
import { upsertAdvice } from '../src/features/weather/advice/advice-store.ts'
import { insertBoard } from '../src/features/boards/board-store.ts'
import { insertSighting } from '../src/features/boards/sighting-store.ts'
import { insertSeries, updateSeries } from '../src/features/series/series-store.ts'
import { insertPasskey } from '../src/features/second-factor/passkey-store.ts'
import { insertPhoto } from '../src/features/care/photos/photo-store.ts'
import { hashOfPhoto } from '../src/platform/disk/photo-files.ts'
import { TINY_PHOTO } from './photos.ts'
import type { Person, World } from './world.ts'

/** The ids of things that a user owns: `plantId` for the variable `$PLANT_ID` of the register. */
export interface Belongings {
  readonly userId: string
  readonly householdId: string
  readonly email: string
  readonly deviceId: string
  readonly placeId: string
  readonly invitationId: string
  readonly invitationToken: string
  readonly calendarFeedId: string
  readonly calendarToken: string
  readonly plantId: string
  readonly speciesId: string
  readonly plantCode: string
  /** A plant without a condition. */
  readonly barePlantId: string
  readonly taskId: string
  readonly careId: string
  readonly adviceId: string
  readonly photoId: string
  /** Of the link to its small size. */
  readonly photoSignature: string
  readonly plantConditionId: string
  readonly deviceConditionId: string
  readonly ruleId: string
  readonly alertId: string
  /** An open one. */
  readonly episodeId: string
  readonly sessionId: string
  readonly passkeyId: string
  readonly seriesId: string
  readonly boardId: string
  readonly hubId: string
  readonly brokerId: string
  readonly channelId: string
  readonly deviceToken: string
}

export interface Owner {
  readonly person: Person
  readonly has: Belongings
  readonly deviceToken: string
  /** A temperature that only this user's device measures. */
  readonly temperature: number
}

/** Identifies the owner of a reading. None is a substring of another: all end in 1 at the fourth decimal. */
let measured = 21.0001

/**
 * Registers a user of that name with one of everything: a device with readings, a place, plants and waterings, conditions of both
 * kinds, alerts. The name is part of every text, so that a reply shows whose data it has.
 */
export async function furnish(world: World, name: string): Promise<Owner> {
  const person = await world.as(name)
  const { deviceId, deviceToken } = await world.aDevice(person, name)
  const seriesId = await aSeries(world, deviceId, name)
  measured = Number((measured + 0.001).toFixed(4))
  const post = async (route: Route, body: object) => (await person.call(route, { body })).body
  const condition = { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=15' }
  const deviceCondition = await post(conditionRoutes.createForDevice, condition)
  const readings = Array.from({ length: 4 }, (_, index) => ({
    temperature: index === 3 ? measured : 10 + index,
    time: new Date(world.clock.now - (4 - index) * 60_000).toISOString(),
  }))
  await world.call(readingRoutes.send, { body: readings, token: deviceToken })
  const { plantId } = await post(plantRoutes.create, { plantName: name, plantType: name, plantNotes: name })
  const { invitationId, url } = (
    await person.call(invitationRoutes.create, {
      params: { householdId: person.householdId },
      body: { role: 'carer' },
    })
  ).body
  const feed = await post(calendarFeedRoutes.create, {})
  const { speciesId } = await post(speciesRoutes.create, { name, names: { en: name } })
  const { placeId } = await post(placeRoutes.create, { name, latitude: 56.16, longitude: 10.21 })
  const bare = await post(plantRoutes.create, { plantName: name, plantType: 'Herb', waterEvery: 3 })
  await person.call(plantRoutes.water, { query: { plantId } })
  const plantCondition = await post(conditionRoutes.createForPlant, { plantId })
  await person.call(weatherRoutes.setPlace, { body: { name, latitude: 55.68, longitude: 12.57 } })
  await person.call(probeRoutes.link, { params: { plantId }, body: { seriesId } })
  const plan = { plantId, kind: 'feed', label: '', note: name, repeat: 'after', every: 1, startsOn: '2026-01-01' }
  const { taskId } = await post(taskRoutes.create, plan)
  // The newest entry of the care log: of one instant the greatest id.
  const careId = `ffffffff${randomUUID().slice(8)}`
  await person.call(careRoutes.done, { params: { taskId }, body: { careId, note: name } })
  const [alert] = (await person.call(alertRoutes.list)).body
  const [episode] = (await person.call(episodeRoutes.list, { query: { state: 'open' } })).body
  const [session] = (await person.call(authRoutes.sessions)).body
  const { hubId } = await post(hubRoutes.create, { name })
  const { brokerId } = await post(brokerRoutes.create, { url: 'mqtt://broker.invalid', topics: [`${name}/#`] })
  const passkeyId = randomUUID()
  const passkey = { passkeyId, credentialId: passkeyId, publicKey: 'x', counter: 0, transports: [], rpId: 'localhost' }
  await world.app.context.db
    .transaction()
    .execute((tx) => insertPasskey(tx, { ...passkey, userId: person.userId, name, createdAt: 0 }))
  return {
    person,
    deviceToken,
    temperature: measured,
    has: {
      userId: person.userId,
      householdId: person.householdId,
      email: `${name}@example.org`,
      deviceId,
      placeId,
      invitationId,
      invitationToken: url.split('/').at(-1),
      calendarFeedId: feed.feedId,
      calendarToken: /calendar\/(.+)\.ics$/.exec(feed.url)?.[1] ?? '',
      plantId,
      speciesId,
      plantCode: await codeOf(world, plantId),
      barePlantId: bare.plantId,
      taskId,
      careId,
      ...(await aPhoto(world, person, { plantId, careId })),
      plantConditionId: plantCondition.conditionAlertPlantId,
      deviceConditionId: deviceCondition.conditionAlertUserDeviceId,
      ruleId: deviceCondition.conditionAlertUserDeviceId,
      alertId: alert.alertId,
      episodeId: episode.episodeId,
      sessionId: session.sessionId,
      passkeyId,
      seriesId,
      boardId: await aBoard(world, person, { hubId, name }),
      hubId,
      brokerId,
      channelId: await aChannel(world, person, { name, episodeId: episode.episodeId }),
      deviceToken,
      adviceId: await anAdvice(world, person, { placeId, plantId, name }),
    },
  }
}

/** Adds advice about rain on a plant, and returns its id. */
async function anAdvice(
  { app, clock }: World,
  { householdId }: Person,
  { placeId, plantId, name }: { readonly placeId: string; readonly plantId: string; readonly name: string },
): Promise<string> {
  const adviceId = randomUUID()
  const about = {
    kind: 'rain',
    severity: 'info',
    nightOf: '2026-11-20',
    value: 7,
    at: clock.now,
    toldAt: null,
  } as const
  const advice = { ...about, adviceId, placeId, plants: [{ plantId, name }], endsAt: clock.now + 86_400_000 }
  await app.context.db.transaction().execute((tx) => upsertAdvice(tx, householdId, advice))
  return adviceId
}

async function codeOf({ app }: World, plantId: string): Promise<string> {
  const plants = app.context.db.selectFrom('plant').select('code').where('id', '=', plantId)
  return (await plants.executeTakeFirstOrThrow()).code
}

/** Adds a photo to an entry without encoding it, and returns what its link needs. */
async function aPhoto(
  { app, clock }: World,
  person: Person,
  { plantId, careId }: { readonly plantId: string; readonly careId: string },
): Promise<Pick<Belongings, 'photoId' | 'photoSignature'>> {
  const id = randomUUID()
  const sizes = { large: TINY_PHOTO, small: TINY_PHOTO }
  const sha256 = hashOfPhoto(sizes)
  const owner = { household_id: person.householdId, plant_id: plantId, care_id: careId, added_by: person.userId }
  const facts = { taken_at: clock.now, width: 24, height: 32, bytes: 2 * TINY_PHOTO.length, created_at: clock.now }
  await app.photos.bytes.keep({ id, sha256 }, sizes, async (tx) => {
    await insertPhoto(tx, { id, sha256, ...owner, ...facts })
    return true
  })
  const [photo] = (await person.call(photoRoutes.list, { params: { plantId } })).body
  const link = new URL(photo.small, 'http://localhost').searchParams
  return { photoId: id, photoSignature: link.get('sig') ?? '' }
}

/** Adds a series to a device that has sent nothing yet, and returns its id. */
async function aSeries({ app }: World, deviceId: string, label: string): Promise<string> {
  const { db } = app.context
  const seriesId = randomUUID()
  const { key } = await db.selectFrom('device').select('key').where('id', '=', deviceId).executeTakeFirstOrThrow()
  const series = { seriesId, deviceKey: key, slot: 0, metricId: 'temperature', channel: '', visible: true }
  await insertSeries(db, [series])
  await db.transaction().execute((tx) => updateSeries(tx, seriesId, { label }, 0))
  return seriesId
}

/** Adds a channel to which a message was sent, and returns its id. */
async function aChannel(
  { app, clock }: World,
  { userId, call }: Person,
  { name, episodeId }: { readonly name: string; readonly episodeId: string },
): Promise<string> {
  const target = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: name, token: '' }
  const { channelId } = (await call(channelRoutes.create, { body: { name, target } })).body
  const about = {
    id: randomUUID(),
    user_id: userId,
    channel_id: channelId,
    episode_id: episodeId,
    title: name,
    text: null,
  }
  const times = { created_at: clock.now, due_at: null, sent_at: clock.now }
  const state = { what: 'opened', severity: 'warning', state: 'sent', attempts: 1, answer: '200 OK' } as const
  await app.context.db
    .insertInto('notification')
    .values({ ...about, ...times, ...state })
    .execute()
  return channelId
}

/** Adds a board of a hub that nobody has claimed and one that was overheard, and returns the id of the first. */
async function aBoard(
  { app, clock }: World,
  { householdId }: Person,
  { hubId, name }: { readonly hubId: string; readonly name: string },
): Promise<string> {
  const boardId = randomUUID()
  const overheard = { board: { family: 'theengs', externalId: name }, readings: [] } as const
  await app.context.db.transaction().execute(async (tx) => {
    await insertSighting(tx, householdId, { report: overheard, arrivedAt: clock.now, isRetained: false })
    await insertBoard(tx, {
      boardId,
      householdId,
      family: 'tasmota',
      externalId: name,
      name,
      model: null,
      firmware: null,
      source: { kind: 'hub', id: hubId },
      firstSeenAt: clock.now,
      lastSeenAt: clock.now,
      measures: [{ metric: 'temperature', channel: '', value: 21.5, unit: '°C' }],
      notes: [],
      everySeconds: 300,
      waiting: 0,
      deviceKey: null,
    })
    const announced = { source: { kind: 'hub', id: hubId }, key: name, fact: { name } } as const
    const board = { family: 'tasmota', externalId: name } as const
    await storeAnnouncements(tx, { householdId, board, at: clock.now }, [announced])
  })
  return boardId
}

/** Returns everything stored that a user can read, as text. It must stay the same whatever others do. */
export async function everythingOf({ person, has }: Owner): Promise<string> {
  // A session older than 10 minutes needs the password.
  const body = { password: PASSWORD }
  const account = (await person.call(exportRoutes.confirmedAccount, { body })).body
  // The last use of a session changes with this very request.
  const { exportedAt: _at, sessions: _sessions, ...exported } = account
  const { ticket } = (await person.call(exportRoutes.createTicket, { body })).body
  const readings = await person.call(exportRoutes.download, { query: { ticket } })
  expect([account.user.userId, readings.status]).toEqual([has.userId, 200])
  return JSON.stringify([has.userId, exported, readings.body], undefined, 1)
}
