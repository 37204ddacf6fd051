import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { addressOf, authRoutes, exportRoutes, readingRoutes, signInRoutes, userRoutes } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { updateLock } from '../src/features/users/access-store.ts'
import { openLog } from '../src/platform/log.ts'
import { databases } from './databases.ts'
import { storeMany } from './stored-readings.ts'
import { createWorld, portOf, type Person, type World } from './world.ts'

const OVER = 'This download link has been used or has expired. Please start the download again.'

async function ticketOf(person: Person): Promise<string> {
  return (await person.call(exportRoutes.createTicket)).body.ticket
}

const BUSY = 'Several downloads are on their way to you. Try again when one is done.'

const follow = ({ call }: Pick<World, 'call'>, ticket: string) => call(exportRoutes.download, { query: { ticket } })

describe.each(databases)('a ticket for a download on %s', (_name, open) => {
  test('a download ticket returns all readings of its owner once, as a file, without a token', async () => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const [device, theirs] = [await world.aDevice(ann), await world.aDevice(bob)]
    await world.call(readingRoutes.send, { body: { temperature: 21.5 }, token: device.deviceToken })
    await world.call(readingRoutes.send, { body: { temperature: 99 }, token: theirs.deviceToken })
    const ticket = await ticketOf(ann)
    const { status, headers, body } = await follow(world, ticket)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="greenhouse-readings.csv"',
    ])
    expect(body).toBe((await ann.call(exportRoutes.readings)).body)
    expect(body).not.toContain(theirs.deviceId)
    const again = await follow(world, ticket)
    expect([again.status, again.body.title]).toEqual([401, OVER])
  })

  test('a download ticket is used by only one of many concurrent requests', async () => {
    const world = await createWorld({}, await open())
    const ticket = await ticketOf(await world.as('ann'))
    const answers = await Promise.all(Array.from({ length: 8 }, () => follow(world, ticket)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a download ticket expires after a minute, and with the session that requested it', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const late = await ticketOf(ann)
    world.clock.now += 60_000
    expect((await follow(world, late)).status).toBe(401)
    const left = await ticketOf(ann)
    await ann.call(authRoutes.logout)
    expect((await follow(world, left)).status).toBe(401)
    expect(await world.app.context.db.selectFrom('download_ticket').selectAll().execute()).toEqual([])
  })

  test('a download ticket is revoked with all access, and refused while the account is locked', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const other = await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
    const own = await ticketOf(ann)
    const theirs = (await world.call(exportRoutes.createTicket, { token: other.body.jwt })).body.ticket
    await ann.call(authRoutes.endOtherSessions)
    expect([(await follow(world, own)).status, (await follow(world, theirs)).status]).toEqual([401, 401])

    const locked = await ticketOf(ann)
    const { db } = world.app.context
    await db.transaction().execute((tx) => updateLock(tx, ann.userId, world.clock.now))
    expect((await follow(world, locked)).status).toBe(401)
    await db.transaction().execute((tx) => updateLock(tx, ann.userId, null))
    expect((await follow(world, locked)).status).toBe(200)
  })
})

test('a download by ticket counts towards the two that a user may have at once, and a refused one keeps its ticket', async () => {
  const { world, ann, deviceId } = await aHouseOfManyReadings()
  const [first, ticket] = [await ticketOf(ann), await ticketOf(ann)]
  const byTicket = addressOf(exportRoutes.download, { query: { ticket: first } })
  const sockets = [await begin(world, byTicket), await begin(world, exportRoutes.readings.path, ann.token)]
  expect((await follow(world, ticket)).status).toBe(429)
  for (const socket of sockets) socket.destroy()
  // The last download is short: only the end of the others is waited for.
  expect((await ann.call(readingRoutes.remove, { query: { deviceId } })).status).toBe(204)
  await expect.poll(async () => (await follow(world, ticket)).status).toBe(200)
})

test('no ticket and no link is made for a download that would be refused', async () => {
  const { world, ann } = await aHouseOfManyReadings()
  const sockets = [await beginAll(world, ann), await beginAll(world, ann)]
  for (const route of [exportRoutes.createTicket, exportRoutes.prepareValues]) {
    const { status, body, headers } = await ann.call(route, { body: {} })
    expect([status, body.title]).toEqual([429, BUSY])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  for (const socket of sockets) socket.destroy()
  const prepared = async () => (await ann.call(exportRoutes.prepareValues, { body: {} })).status
  await expect.poll(prepared).toBe(200)
})

test('the log never contains a ticket that is made, used or refused', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: (line: string) => void lines.push(line) })
  const world = await createWorld({}, undefined, log)
  const ann = await world.as('ann')
  const ticket = await ticketOf(ann)
  await follow(world, ticket)
  await follow(world, ticket)
  await world.request('POST', addressOf(exportRoutes.download, { query: { ticket } }))
  await ann.call(userRoutes.get)
  expect(lines.join('')).toContain('download-ticket.invalid')
  expect(lines.join('')).not.toContain(ticket)
})

/** A person whose readings are longer than what a system buffers for a reader that has stopped: downloads stay open. */
async function aHouseOfManyReadings() {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { deviceId } = await world.aDevice(ann)
  await storeMany(world.app, 1, { count: 120_000, from: Date.parse('2026-01-01T00:00:00Z'), everyMs: 1000 })
  await world.app.listen()
  return { world, ann, deviceId }
}

const beginAll = (world: World, { token }: Person) => begin(world, exportRoutes.readings.path, token)

/** Requests all readings and reads only the first bytes of the response. */
async function begin(world: World, path: string, token?: string): Promise<Socket> {
  const socket = connect(portOf(world), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const authorization = token === undefined ? '' : `authorization: ${token}\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${authorization}\r\n`)
  const [first] = await once(socket, 'data')
  expect(String(first)).toContain('200 OK')
  return socket.pause()
}
