import { on, once } from 'node:events'
import { connect } from 'node:net'
import {
  authRoutes,
  deviceRoutes,
  liveRoutes,
  readingRoutes,
  type Session,
  signInRoutes,
  userRoutes,
} from '@greenhouse/contract'
import { onTestFinished, expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { namedRoutes } from '@greenhouse/contract/register'
import { deleteSession } from '../src/features/users/session-store.ts'
import type { OpenDatabase } from '../src/platform/db/open.ts'
import { databases } from './databases.ts'
import { WebSocket } from 'ws'
import { createWorld, portOf, type Person, type World } from './world.ts'

const DAY = 86_400_000

/** All routes that may have a body, since the server also waits for a body that it does not expect. */
const withBody = namedRoutes.filter(({ route }) => route.access !== 'public' && route.method !== 'GET')

async function listening(database?: OpenDatabase) {
  const world = await createWorld({}, database)
  await world.app.listen()
  return { world, port: portOf(world) }
}

/** Sends a request without its body, which follows later. */
async function holdBack(port: number, head: { method: string; path: string; token: string }) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.setEncoding('utf8')
  // Collected from now on: a reply may arrive before it is awaited.
  const received = on(socket, 'data', { close: ['end', 'close'] })
  const next = async (): Promise<string> => {
    const { value, done } = await received.next()
    if (done) throw new Error(`${head.method} ${head.path}: the connection was closed without a reply.`)
    return (value as [string])[0]
  }
  const lines = [
    `${head.method} ${head.path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: ${head.token}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
    'expect: 100-continue',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  expect(await next()).toMatch(/^HTTP\/1\.1 100 /)
  return {
    async send(body: string): Promise<number> {
      socket.write(body === '' ? '0\r\n\r\n' : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
      return Number((await next()).split(' ')[1])
    },
  }
}

async function openSocket(port: number, clientId: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?id=${clientId}`)
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  return socket
}

interface Credential {
  readonly token: string
  isGood(): Promise<boolean>
  end(): Promise<unknown>
}

async function aSession({ call }: World): Promise<Credential> {
  const { body } = await call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
  const token: string = body.jwt
  return {
    token,
    isGood: async () => (await call(authRoutes.secured, { token })).status === 200,
    end: () => call(authRoutes.logout, { token }),
  }
}

async function aDeviceToken({ call }: World, owner: Person, deviceId: string): Promise<Credential> {
  const replace = () => owner.call(deviceRoutes.replaceToken, { query: { userDeviceId: deviceId } })
  const token: string = (await replace()).body.deviceToken
  return {
    token,
    isGood: async () => (await call(readingRoutes.send, { body: [], token })).status === 200,
    end: replace,
  }
}

const pathOf = (path: string) => path.replace(':settingName', 'celsius')

test('the contract has calls with bodies that need a session, and others that need a device token', () => {
  expect(withBody.length).toBeGreaterThan(25)
  expect(withBody.filter(({ route }) => route.access === 'board').map(({ name }) => name)).toContain('reading.send')
})

test.each([
  ['a body', '{"temperature":21}'],
  ['the end of an empty body', ''],
])(
  'every call with a body is refused when %s arrives after the session or the token has ended',
  async (_what, body) => {
    const { world, port } = await listening()
    const ann = await world.as('ann')
    const device = await world.aDevice(ann)
    for (const { name, route } of withBody) {
      const credential =
        route.access === 'board' ? await aDeviceToken(world, ann, device.deviceId) : await aSession(world)
      const held = await holdBack(port, { method: route.method, path: pathOf(route.path), token: credential.token })
      // After the reply to another request, this one has been admitted.
      expect(await credential.isGood()).toBe(true)
      await credential.end()
      expect(await credential.isGood()).toBe(false)
      expect([name, await held.send(body)]).toEqual([name, 401])
    }
    expect((await ann.call(userRoutes.get)).body.email).toBe('ann@example.org')
  },
)

test.each(databases)('no subscription remains on %s when the session ends during the call', async (_name, open) => {
  const { world, port } = await listening(await open())
  const { db, hub, sockets } = world.app.context
  const ann = await world.as('ann')
  const { deviceId } = await world.aDevice(ann)
  const topicIds = [`GreenhouseSensorData/${deviceId}`]
  for (let round = 0; round < 24; round++) {
    const { token } = await aSession(world)
    const sessions: Session[] = (await world.call(authRoutes.sessions, { token })).body
    const sessionId = sessions.find(({ current }) => current)?.sessionId ?? ''
    await openSocket(port, `c${round}`)
    // Ends the session as a logout does, right after the check of the gate or a few turns later.
    const end = async () => {
      for (let turn = 0; turn < Math.floor(round / 4); turn++) await Promise.resolve()
      await deleteSession(db, ann.userId, sessionId)
      sockets.endSession(ann.userId, sessionId)
    }
    const ended = onReading(world, (round % 4) + 1, end)
    await world.call(liveRoutes.subscribe, { body: { clientId: `c${round}`, topicIds }, token })
    await ended
    expect([round, hub.hasSubscribers(topicIds[0] ?? '')]).toEqual([round, false])
  }
})

test.each([
  ['was ended by another process', async ({ app }: World) => app.context.db.deleteFrom('session').execute()],
  [
    'belongs to a locked account',
    async ({ app, clock }: World) => app.context.db.updateTable('user').set({ locked_at: clock.now }).execute(),
  ],
  ['was not used for 7 days', async ({ clock }: World) => (clock.now += 7 * DAY)],
])('a socket is closed when its session %s', async (_how, end) => {
  const { world, port } = await listening()
  const ann = await world.as('ann')
  const socket = await openSocket(port, 'one')
  await ann.call(liveRoutes.subscribe, { body: { clientId: 'one', topicIds: ['Dashboard'] } })
  await world.app.liveSessions.runNow()
  expect(socket.readyState).toBe(WebSocket.OPEN)
  const closed = once(socket, 'close')
  await end(world)
  await world.app.liveSessions.runNow()
  expect((await closed)[0]).toBe(4003)
})

test('a socket is closed when its session is 30 days old, even in daily use', async () => {
  const { world, port } = await listening()
  const ann = await world.as('ann')
  const socket = await openSocket(port, 'one')
  await ann.call(liveRoutes.subscribe, { body: { clientId: 'one', topicIds: ['Dashboard'] } })
  for (let day = 1; day < 30; day++) {
    world.clock.now += DAY
    expect((await ann.call(authRoutes.secured)).status).toBe(200)
    await world.app.liveSessions.runNow()
  }
  expect(socket.readyState).toBe(WebSocket.OPEN)
  const closed = once(socket, 'close')
  world.clock.now += DAY
  await world.app.liveSessions.runNow()
  expect((await closed)[0]).toBe(4003)
})

/** Calls `act` when the clock is read for the n-th time from now. Resolves when that is done. */
function onReading({ clock }: World, time: number, act: () => Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { now } = clock
  let readings = 0
  Object.defineProperty(clock, 'now', {
    configurable: true,
    get() {
      if (++readings === time) void Promise.resolve().then(act).then(resolve, reject)
      return now
    },
  })
  return promise.finally(() => Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: now }))
}
