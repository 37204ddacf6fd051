import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { emptyFolder } from '../data-folder.ts'
import { type DeviceCredentials, type Grower, register } from '../../../testing/growers.ts'
import { TEST_ALL } from '../../../testing/test-run.ts'
import { liveRoutes, topic } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { connectWire, publishPacket } from '../boards.ts'
import { expectNothingLost, Ledger, post, readingOf } from './ledger.ts'
import { ownMemory, type RealServer, settle, startServer } from './real-server.ts'

const BOARDS = TEST_ALL ? 1000 : 200
const READERS = TEST_ALL ? 1000 : 200
const READERS_A_PERSON = 10
/** The kernel buffers some of what is not read, the server at most a quarter of a megabyte for each reader. */
const MEGABYTES_MOST = 200 + READERS / 2

test('hundreds of boards that reconnect at once after a kill are all admitted, and none of their readings is lost', async () => {
  const dataDir = emptyFolder()
  const before = await startServer(dataDir)
  const [first] = (await settle(before, 1)).devices as [DeviceCredentials]
  await before.kill()
  const boards = [first, ...moreLike(dataDir, first, BOARDS - 1)]

  const ledgers = boards.map((board) => new Ledger(board))
  for (let round = 0; round < 2; round++) {
    const server = await startServer(dataDir)
    await Promise.all(
      ledgers.map(async (ledger) => {
        const wire = await connectWire(server.mqttPort, ledger.device, 5)
        const number = ledger.next()
        wire.send(publishPacket(ledger.device, readingOf(number)))
        expect(await wire.next('puback')).toMatchObject({ reasonCode: 0 })
        ledger.acknowledged.add(number)
      }),
    )
    await server.kill()
  }
  await expectNothingLost(dataDir, ...ledgers)
})

test(
  'hundreds of live connections that do not read cost bounded memory, and one that reads gets every reading',
  { timeout: 180_000 },
  async () => {
    const dataDir = emptyFolder()
    const server = await startServer(dataDir, { env: { TRUST_PROXY: '127.0.0.1', EXAMPLE_BROADCAST: 'on' } })
    const people: Grower[] = []
    while (people.length < READERS / READERS_A_PERSON) {
      const four = [0, 1, 2, 3].map((more) => aPerson(server, people.length + more))
      people.push(...(await Promise.all(four)))
    }
    for (const person of people) {
      await Promise.all(Array.from({ length: READERS_A_PERSON }, () => openPaused(server, person)))
    }
    const { ann, devices } = await settle(server, 1)
    const ledger = new Ledger(devices[0] as DeviceCredentials)
    const frames = await openReading(server, ann, ledger.device)

    let most = 0
    const message = 'x'.repeat(60_000)
    for (let round = 0; round < 30; round++) {
      await Promise.all(people.map(({ send }) => send(liveRoutes.broadcast, { body: { eventType: 'Crowd', message } })))
      expect(await post(server, ledger)).toBe('stored')
      most = Math.max(most, ownMemory(server.pid))
    }
    expect(most).toBeLessThan(MEGABYTES_MOST)
    await expect.poll(() => frames.length).toBe(ledger.acknowledged.size)
    await server.kill()
    await expectNothingLost(dataDir, ledger)
  },
)

/** Inserts copies of a device directly into the database file, which is faster than that many requests. */
function moreLike(dataDir: string, { deviceId }: DeviceCredentials, count: number): DeviceCredentials[] {
  const database = new DatabaseSync(join(dataDir, 'greenhouse.db'))
  const row = database.prepare('select * from device where id = ?').get(deviceId) ?? {}
  delete row['key']
  const names = Object.keys(row)
  const insert = database.prepare(`insert into device (${names.join()}) values (${names.map(() => '?').join()})`)
  const made = Array.from({ length: count }, () => {
    const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')]
    const copy = { ...row, id, token_hash: createHash('sha256').update(token).digest('hex') }
    insert.run(...Object.values(copy))
    return { deviceId: id, deviceToken: token }
  })
  database.close()
  return made
}

/** Registers a user from a network of their own. */
function aPerson({ url }: RealServer, index: number): Promise<Grower> {
  return register(url, `reader${index}`, { 'x-forwarded-for': `198.18.${index}.1` })
}

/** Opens a live connection that is not read. */
async function openPaused(server: RealServer, person: Grower): Promise<void> {
  const id = randomUUID()
  const { port, host } = new URL(server.url)
  const socket: Socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(
    `GET /?id=${id} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString('latin1')).toMatch(/^HTTP\/1.1 101/)
  socket.pause()
  await person.call(liveRoutes.subscribe, { body: { clientId: id, topicIds: ['Dashboard'] } })
}

async function openReading(server: RealServer, person: Grower, { deviceId }: DeviceCredentials): Promise<unknown[]> {
  const frames: unknown[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/?id=reading`)
  onTestFinished(() => socket.terminate())
  socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString())))
  await once(socket, 'open')
  await person.call(liveRoutes.subscribe, { body: { clientId: 'reading', topicIds: [topic.readingsOf(deviceId)] } })
  return frames
}
