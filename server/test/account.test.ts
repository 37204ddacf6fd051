import { setImmediate as turn } from 'node:timers/promises'
import { once } from 'node:events'
import {
  accountExport,
  authRoutes,
  conditionRoutes,
  liveRoutes,
  plantRoutes,
  readingRoutes,
  settingRoutes,
  signInRoutes,
  exportRoutes,
  userRoutes,
  weatherRoutes,
} from '@greenhouse/contract'
import { connectAsync } from 'mqtt'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { PASSWORD, registration } from '../../testing/growers.ts'
import { cell } from '../src/features/series/exports/csv.ts'
import { furnish } from './belongings.ts'
import { databases } from './databases.ts'
import { createWorld, portOf } from './world.ts'

const OTHER = 'Another-43!'

describe('changing the e-mail', () => {
  test('a changed e-mail ends every session, and only the new address can sign in', async () => {
    const { as, call } = await createWorld()
    const ann = await as('ann')
    const answer = await ann.call(userRoutes.changeEmail, {
      body: { oldEmail: 'Ann@example.org', newEmail: 'anna@example.org' },
    })
    expect([answer.status, answer.body.email]).toEqual([200, 'anna@example.org'])
    expect((await ann.call(authRoutes.secured)).status).toBe(401)
    expect((await call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })).status).toBe(
      401,
    )
    expect((await call(signInRoutes.login, { body: { email: 'anna@example.org', password: PASSWORD } })).status).toBe(
      200,
    )
  })

  test.each([
    [{ oldEmail: 'bob@example.org', newEmail: 'x@example.org' }, 'This is not your current email', 'oldEmail'],
    [
      { oldEmail: 'ann@example.org', newEmail: 'ANN@example.org' },
      'New email must be different from the current email',
      'newEmail',
    ],
    [{ oldEmail: 'ann@example.org', newEmail: 'bob@example.org' }, 'Email already used.', 'newEmail'],
    [{ oldEmail: '', newEmail: 'x' }, 'Please check the highlighted fields.', 'oldEmail'],
  ])('the change of e-mail %j is refused', async (body, title, field) => {
    const { as } = await createWorld()
    const [ann] = [await as('ann'), await as('bob')]
    const answer = await ann.call(userRoutes.changeEmail, { body })
    expect([answer.status, answer.body.title]).toEqual([400, title])
    expect(Object.keys(answer.body.errors)).toContain(field)
    expect((await ann.call(authRoutes.secured)).status).toBe(200)
  })
})

describe('changing the password', () => {
  test('a changed password ends all other sessions and keeps this one', async () => {
    const { as, call } = await createWorld()
    const ann = await as('ann')
    const other = (await call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })).body.jwt
    const change = { oldPassword: PASSWORD, newPassword: OTHER, confirm: OTHER }
    expect((await ann.call(userRoutes.changePassword, { body: change })).status).toBe(204)
    expect((await ann.call(authRoutes.secured)).status).toBe(200)
    expect((await call(authRoutes.secured, { token: other })).status).toBe(401)
    expect((await call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })).status).toBe(
      401,
    )
    expect((await call(signInRoutes.login, { body: { email: 'ann@example.org', password: OTHER } })).status).toBe(200)
  })

  test('a change of password with a wrong old one is refused with 401, and further attempts have to wait', async () => {
    const { as } = await createWorld()
    const ann = await as('ann')
    const change = { oldPassword: 'Wrong-42!', newPassword: OTHER }
    const first = await ann.call(userRoutes.changePassword, { body: change })
    expect([first.status, first.body.title, first.body.type]).toEqual([
      401,
      'Invalid old password',
      'urn:greenhouse:problem:password.wrong',
    ])
    for (let index = 0; index < 4; index++) await ann.call(userRoutes.changePassword, { body: change })
    expect((await ann.call(userRoutes.changePassword, { body: change })).status).toBe(429)
    expect((await ann.call(authRoutes.secured)).status).toBe(200)
  })

  test.each([
    [{ newPassword: 'short' }, 'newPassword'],
    [{ newPassword: 'Password1!' }, 'newPassword'],
    [{ newPassword: OTHER, confirm: 'Different-1!' }, 'confirm'],
    [{ oldPassword: '', newPassword: OTHER }, 'oldPassword'],
  ])('the change of password %j is refused at its field', async (change, field) => {
    const { as } = await createWorld()
    const ann = await as('ann')
    const { status, body } = await ann.call(userRoutes.changePassword, { body: { oldPassword: PASSWORD, ...change } })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })
})

describe.each(databases)('export and deletion of an account on %s', (_name, open) => {
  test('the export has all data of the account, and nothing of others', async () => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const device = await world.aDevice(ann, '=cmd|calc')
    const theirs = await world.aDevice(bob, 'Secret house')
    await world.call(readingRoutes.send, {
      body: { temperature: 21.5, timestamp: '2026-11-20T09:00:00Z' },
      token: device.deviceToken,
    })
    await world.call(readingRoutes.send, { body: { temperature: 99 }, token: theirs.deviceToken })
    await ann.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })
    const { body } = await ann.call(exportRoutes.account)
    expect(body).toMatchObject({
      user: { email: 'ann@example.org' },
      settings: { celsius: true },
      devices: [{ deviceName: '=cmd|calc' }],
      plants: [{ plantName: 'Basil' }],
      alerts: [],
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|Secret house|token/i)
    const csv = await ann.call(exportRoutes.readings)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body).toBe(
      'device id,device,time,Temperature (°C),Humidity (%),Air pressure (hPa),Air quality (ppm)\r\n' +
        `${device.deviceId},'=cmd|calc,2026-11-20T09:00:00.000Z,21.5,,,\r\n`,
    )
  })

  test('the export of a user with one of everything matches the schema of the contract', async () => {
    const world = await createWorld({}, await open())
    const { person } = await furnish(world, 'ann')
    const { body } = await person.call(exportRoutes.account)
    expect(accountExport.parse(body)).toEqual(body)
    const { secondFactors, ...lists } = body
    expect([secondFactors.passkeys, ...Object.values(lists).filter(Array.isArray)]).not.toContainEqual([])
  })

  test('serves others while a large account is deleted', async () => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const { db } = world.app.context
    const plant = { plantName: 'Basil', plantType: 'Herb' }
    const { plantId } = (await ann.call(plantRoutes.create, { body: plant })).body
    const numbers = sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < 20000)`
    await sql`insert into alert (id, household_id, name, description, at)
      ${numbers} select 'alert-' || n, ${sql.lit(ann.userId)}, 'House', 'Too warm', n from number`.execute(db)
    await sql`insert into episode (id, household_id, rule_name, device_name, kind, severity, limit_value, opened_at, known_at)
      ${numbers} select 'episode-' || n, ${sql.lit(ann.userId)}, '', 'House', 'above', 'info', 28, n, n from number`.execute(
      db,
    )
    await sql`insert into care (id, plant_id, household_id, kind, at, source, created_at)
      ${numbers} select 'care-' || n, ${sql.lit(plantId)}, ${sql.lit(ann.userId)}, 'water', n, 'client', n from number`.execute(
      db,
    )

    const left = async (table: 'alert' | 'episode' | 'care') =>
      Number((await db.selectFrom(table).select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
    const between = { alert: 0, episode: 0, care: 0 }
    const until = { isGone: false }
    const gone = ann.call(userRoutes.remove).finally(() => (until.isGone = true))
    const served = (async () => {
      while (!until.isGone) expect((await bob.call(authRoutes.secured)).status).toBe(200)
    })()
    // Once in each turn: between two parts there may be only one.
    while (!until.isGone) {
      await turn()
      for (const table of ['alert', 'episode', 'care'] as const) {
        const count = await left(table)
        if (count > 0 && count < 20_000) between[table]++
      }
    }
    await served
    expect((await gone).status).toBe(204)
    expect([await left('alert'), await left('episode'), await left('care')]).toEqual([0, 0, 0])
    const seen = expect.toSatisfy(isSeen)
    expect(between).toEqual({ alert: seen, episode: seen, care: seen })
  })

  test('an account is deleted with all it owns: rows, sessions, sockets, credentials', async () => {
    const database = await open()
    const world = await createWorld({}, { ...database, close: () => Promise.resolve() })
    await world.app.listen()
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const device = await world.aDevice(ann)
    const { body: plant } = await ann.call(plantRoutes.create, {
      body: {
        plantName: 'Basil',
        plantType: 'Herb',
      },
    })
    await ann.call(plantRoutes.water, { query: { plantId: plant.plantId } })
    await ann.call(conditionRoutes.createForPlant, { body: { plantId: plant.plantId } })
    const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature', condition: '>=1' }
    await ann.call(conditionRoutes.createForDevice, { body: condition })
    await ann.call(settingRoutes.set, { params: { settingName: 'darktheme' }, body: { value: true } })
    await world.call(readingRoutes.send, { body: { temperature: 20 }, token: device.deviceToken })
    const board = await connectAsync(`mqtt://127.0.0.1:${world.app.devicePort()}`, {
      clientId: device.deviceId,
      username: device.deviceToken,
      password: device.deviceToken,
      reconnectPeriod: 0,
    })
    await ann.call(weatherRoutes.setPlace, { body: { name: 'Skagen', latitude: 57.7, longitude: 10.6 } })
    const { db } = world.app.context
    const tables = await db.introspection.getTables()
    const owned = ['user_id', 'household_id'].flatMap((owner) =>
      tables.filter(({ columns }) => columns.some(({ name }) => name === owner)).map(({ name }) => ({ name, owner })),
    )
    const rowsOf = async (table: string, owner = 'household_id') =>
      (await sql`select 1 from ${sql.table(table)} where ${sql.ref(owner)} = ${ann.userId}`.execute(db)).rows.length
    expect(await rowsOf('weather_place', 'user_id')).toBe(1)
    expect(await rowsOf('episode')).toBe(1)
    const socket = new WebSocket(`ws://127.0.0.1:${portOf(world)}/ws?id=ann`)
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    await ann.call(liveRoutes.subscribe, { body: { clientId: 'ann', topicIds: ['Dashboard'] } })
    const ended = Promise.all([
      new Promise((resolve) => board.once('close', () => resolve(undefined))),
      once(socket, 'close'),
    ])

    expect((await ann.call(userRoutes.remove)).status).toBe(204)
    await ended
    expect((await ann.call(authRoutes.secured)).status).toBe(401)
    expect(
      (await world.call(readingRoutes.send, { body: { temperature: 20 }, token: device.deviceToken })).status,
    ).toBe(401)
    expect(
      (await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })).status,
    ).toBe(401)
    expect(owned.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['alert', 'care', 'device', 'episode', 'session', 'task', 'weather_place']),
    )
    for (const { name, owner } of owned) expect([name, await rowsOf(name, owner)]).toEqual([name, 0])
    expect(await db.selectFrom('series').select('id').execute()).toEqual([])
    await world.app.context.timeSeries.compact()
    for (const table of ['chunk', 'chunk_data', 'coarse', 'reading_log'] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    expect((await bob.call(authRoutes.secured)).status).toBe(200)
    expect((await world.call(signInRoutes.register, { body: registration('ann') })).status).toBe(200)
  })
})

test.each([
  ['Tomato house', 'Tomato house'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-1,2', '"\'-1,2"'],
])('the CSV cell %s is written as %s', (text, written) => {
  expect(cell(text)).toBe(written)
})

function isSeen(times: number): boolean {
  return times > 0
}
