import { randomUUID } from 'node:crypto'
import * as contract from '@greenhouse/contract'
import type { Route } from '@greenhouse/contract'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { insertPasskey } from '../src/features/second-factor/passkey-store.ts'
import { createWorld, PASSWORD, type Person, type World } from './world.ts'

const {
  alertRoutes,
  authRoutes,
  conditionRoutes,
  deviceRoutes,
  liveRoutes,
  newsletterRoutes,
  plantRoutes,
  readingRoutes,
  recoveryRoutes,
  secondFactorRoutes,
  secondStepRoutes,
  serverRoutes,
  settingRoutes,
  signInRoutes,
  userRoutes,
  weatherRoutes,
} = contract

/** What belongs to Ann, and what of it she sees: whatever Bob does, this stays the same. */
interface Belongings {
  readonly userId: string
  readonly deviceId: string
  readonly plantId: string
  readonly plantConditionId: string
  readonly deviceConditionId: string
  readonly alertId: string
  readonly sessionId: string
  readonly passkeyId: string
}

/** How somebody else would ask for Ann's things, and what must come of it. `own`: the route knows only who asks. */
type Attempt = 'own' | ((ann: Belongings) => { query?: Record<string, string>; body?: unknown; status: 403 | 404 })

const RANGE = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }

const attempts = new Map<Route, Attempt>([
  [serverRoutes.info, 'own'],
  [signInRoutes.register, 'own'],
  [signInRoutes.login, 'own'],
  [recoveryRoutes.requestReset, 'own'],
  [recoveryRoutes.reset, 'own'],
  [recoveryRoutes.undoEmail, 'own'],
  [secondStepRoutes.complete, 'own'],
  [secondStepRoutes.challenge, 'own'],
  [secondFactorRoutes.list, 'own'],
  [secondFactorRoutes.beginTotp, 'own'],
  [secondFactorRoutes.confirmTotp, 'own'],
  [secondFactorRoutes.removeTotp, 'own'],
  [secondFactorRoutes.renewRecoveryCodes, 'own'],
  [secondFactorRoutes.beginPasskey, 'own'],
  [secondFactorRoutes.addPasskey, 'own'],
  [
    secondFactorRoutes.renamePasskey,
    ({ passkeyId }) => ({ query: { passkeyId }, body: { name: 'Mine' }, status: 404 }),
  ],
  [
    secondFactorRoutes.removePasskey,
    ({ passkeyId }) => ({ query: { passkeyId }, body: { password: PASSWORD }, status: 404 }),
  ],
  [authRoutes.secured, 'own'],
  [authRoutes.logout, 'own'],
  [authRoutes.sessions, 'own'],
  [authRoutes.endSession, ({ sessionId }) => ({ query: { sessionId }, status: 404 })],
  [authRoutes.endOtherSessions, 'own'],
  [userRoutes.get, 'own'],
  [userRoutes.changeEmail, 'own'],
  [userRoutes.changePassword, 'own'],
  [userRoutes.remove, 'own'],
  [userRoutes.export, 'own'],
  [userRoutes.exportReadings, 'own'],
  [settingRoutes.get, 'own'],
  [settingRoutes.set, 'own'],
  [deviceRoutes.list, 'own'],
  [deviceRoutes.create, 'own'],
  [deviceRoutes.get, ({ deviceId }) => ({ query: { userDeviceId: deviceId }, status: 404 })],
  [
    deviceRoutes.edit,
    ({ deviceId }) => ({ query: { userDeviceId: deviceId }, body: { deviceName: 'Mine' }, status: 404 }),
  ],
  [deviceRoutes.replaceToken, ({ deviceId }) => ({ query: { userDeviceId: deviceId }, status: 404 })],
  [deviceRoutes.changePreferences, ({ deviceId }) => ({ body: { deviceId, interval: '60' }, status: 404 })],
  [deviceRoutes.remove, ({ deviceId }) => ({ query: { userDeviceId: deviceId }, status: 404 })],
  [readingRoutes.history, ({ deviceId }) => ({ query: { deviceId, ...RANGE }, status: 404 })],
  [readingRoutes.newest, 'own'],
  [readingRoutes.remove, ({ deviceId }) => ({ query: { deviceId }, status: 404 })],
  [readingRoutes.send, 'own'],
  [plantRoutes.list, ({ userId }) => ({ query: { userId }, status: 403 })],
  [plantRoutes.get, ({ plantId }) => ({ query: { plantId }, status: 404 })],
  [plantRoutes.create, 'own'],
  [plantRoutes.edit, ({ plantId }) => ({ query: { plantId }, body: { plantName: 'Mine' }, status: 404 })],
  [plantRoutes.markDead, ({ plantId }) => ({ query: { plantId }, status: 404 })],
  [plantRoutes.water, ({ plantId }) => ({ query: { plantId }, status: 404 })],
  [plantRoutes.waterAll, ({ userId }) => ({ query: { userId }, status: 403 })],
  [plantRoutes.waterings, 'own'],
  [plantRoutes.remove, ({ plantId }) => ({ query: { plantId }, status: 404 })],
  [conditionRoutes.plants, ({ userId }) => ({ query: { userId }, status: 403 })],
  [conditionRoutes.ofPlant, ({ plantId }) => ({ query: { plantId }, status: 404 })],
  [conditionRoutes.createForPlant, ({ plantId }) => ({ body: { plantId }, status: 404 })],
  [
    conditionRoutes.removeFromPlant,
    ({ plantConditionId }) => ({ query: { conditionId: plantConditionId }, status: 404 }),
  ],
  [conditionRoutes.devices, ({ userId }) => ({ query: { userId }, status: 403 })],
  [conditionRoutes.ofDevice, ({ deviceId }) => ({ query: { userDeviceId: deviceId }, status: 404 })],
  [
    conditionRoutes.createForDevice,
    ({ deviceId }) => ({ body: { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=1' }, status: 404 }),
  ],
  [
    conditionRoutes.editOfDevice,
    ({ deviceId, deviceConditionId }) => ({
      body: {
        conditionAlertUserDeviceId: deviceConditionId,
        userDeviceId: deviceId,
        sensorType: 'Temperature',
        condition: '>=1',
      },
      status: 404,
    }),
  ],
  [
    conditionRoutes.removeFromDevice,
    ({ deviceConditionId }) => ({ query: { conditionId: deviceConditionId }, status: 404 }),
  ],
  [alertRoutes.list, ({ alertId }) => ({ query: { before: alertId }, status: 404 })],
  [alertRoutes.years, 'own'],
  [
    alertRoutes.create,
    ({ deviceConditionId }) => ({
      body: { alertName: 'x', alertDesc: '', alertConditionId: deviceConditionId, isPlantCondition: false },
      status: 404,
    }),
  ],
  [
    liveRoutes.subscribe,
    ({ deviceId }) => ({ body: { clientId: 'x', topicIds: [`GreenhouseSensorData/${deviceId}`] }, status: 403 }),
  ],
  ...Object.values(newsletterRoutes)
    .filter((route) => route !== newsletterRoutes.send)
    .map((route): [Route, Attempt] => [route, 'own']),
  [newsletterRoutes.send, () => ({ body: { subject: 'x', message: 'x' }, status: 403 })],
  [weatherRoutes.forecast, 'own'],
  [weatherRoutes.search, 'own'],
  [weatherRoutes.setPlace, 'own'],
  [liveRoutes.unsubscribe, 'own'],
  [liveRoutes.broadcast, 'own'],
])

const routes: Route[] = Object.entries(contract)
  .filter(([name]) => name.endsWith('Routes'))
  .flatMap(([, group]) => Object.values(group as Record<string, Route>))

test('every route of the contract says here what another person gets', () => {
  expect(routes.filter((route) => !attempts.has(route)).map(({ path }) => path)).toEqual([])
})

test('whatever another person asks for, it does not exist, and nothing of it changes', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.as('ann'), await world.as('bob')]
  const belongings = await furnish(world, ann)
  const before = await everythingOf(ann, belongings)
  for (const [route, attempt] of attempts) {
    if (attempt === 'own') continue
    const { query, body, status } = attempt(belongings)
    const path = query ? `${route.path}?${new URLSearchParams(query).toString()}` : route.path
    for (const token of [bob.token, `Bearer ${bob.token}`]) {
      const answer = await world.request(route.method, path, body, token)
      expect([route.path, answer.status]).toEqual([route.path, status])
      for (const secret of ['Basil', 'Tomato house', 'at or above']) {
        expect(JSON.stringify(answer.body)).not.toContain(secret)
      }
    }
  }
  expect(await everythingOf(ann, belongings)).toEqual(before)
  expect(await everythingOf(bob, { ...belongings, userId: bob.userId })).toEqual([
    '[]',
    '[]',
    '[]',
    '[]',
    '[]',
    JSON.stringify({ totp: null, passkeys: [], recoveryCodesLeft: 0, required: false }),
  ])
})

test('the matrix holds under load, when two people ask for hundreds of things at once', async () => {
  const world = await createWorld()
  const people = await Promise.all(['ann', 'bob', 'eve'].map((name) => world.as(name)))
  await Promise.all(
    people.map((person, index) =>
      person.request('POST', '/api/Plant/CreatePlant', { plantName: `P${index}`, plantType: 'Herb' }),
    ),
  )
  const asked = Array.from({ length: 300 }, async (_, index) => {
    const person = people[index % 3]
    if (!person) return true
    const { body } = await person.request('GET', '/api/Plant/GetAllPlants')
    return body.length === 1 && body[0].plantName === `P${index % 3}`
  })
  expect((await Promise.all(asked)).every(Boolean)).toBe(true)
})

test('a device reaches nothing of another over MQTT', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.as('ann'), await world.as('bob')]
  const [own, foreign] = [await world.aDevice(bob), await world.aDevice(ann)]
  await world.app.listen()
  const client = await connectAsync(`mqtt://127.0.0.1:${world.app.devicePort()}`, {
    protocolVersion: 5,
    clientId: own.deviceId,
    username: own.deviceToken,
    password: own.deviceToken,
    reconnectPeriod: 0,
  })
  const granted = await client
    .subscribeAsync(`Device/${foreign.deviceId}/ChangePreferences`, { qos: 1 })
    .catch(() => [])
  expect(granted.every(({ qos }) => qos >= 0x80)).toBe(true)
  await client
    .publishAsync(`Device/${foreign.deviceId}/SensorData`, JSON.stringify({ temperature: 99 }), { qos: 1 })
    .catch(() => undefined)
  await client.endAsync(true)
  const { body } = await ann.request('GET', '/api/GreenhouseDevice/GetRecentSensorDataForAllUserDevice')
  expect(body.sensorHistoryWithDeviceRecords[0].temperature).toBeNull()
})

async function furnish(world: World, ann: Person): Promise<Belongings> {
  const { deviceId, deviceToken } = await world.aDevice(ann)
  const condition = { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=20' }
  const deviceCondition = await ann.request('POST', conditionRoutes.createForDevice.path, condition)
  await world.request('POST', '/api/readings', { temperature: 25 }, deviceToken)
  const plant = await ann.request('POST', plantRoutes.create.path, { plantName: 'Basil', plantType: 'Herb' })
  const { plantId } = plant.body
  const plantCondition = await ann.request('POST', conditionRoutes.createForPlant.path, { plantId })
  const [alert] = (await ann.request('GET', alertRoutes.list.path)).body
  const [session] = (await ann.request('GET', authRoutes.sessions.path)).body
  const passkeyId = randomUUID()
  const passkey = { passkeyId, credentialId: 'x', publicKey: 'x', counter: 0, transports: [], rpId: 'localhost' }
  await world.app.context.db
    .transaction()
    .execute((tx) => insertPasskey(tx, { ...passkey, userId: ann.userId, name: 'Basil', createdAt: 0 }))
  return {
    userId: ann.userId,
    deviceId,
    plantId,
    plantConditionId: plantCondition.body.conditionAlertPlantId,
    deviceConditionId: deviceCondition.body.conditionAlertUserDeviceId,
    alertId: alert.alertId,
    sessionId: session.sessionId,
    passkeyId,
  }
}

/** All that a person sees, as text. */
async function everythingOf(person: Person, { userId }: Belongings): Promise<string[]> {
  const paths = [
    deviceRoutes.list.path,
    plantRoutes.list.path,
    `${conditionRoutes.plants.path}?userId=${userId}`,
    `${conditionRoutes.devices.path}?userId=${userId}`,
    alertRoutes.list.path,
    secondFactorRoutes.list.path,
  ]
  const answers = await Promise.all(paths.map((path) => person.request('GET', path)))
  return answers.map(({ body }) => JSON.stringify(body))
}
