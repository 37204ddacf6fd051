import { jetstreamManager } from '@nats-io/jetstream'
import { readingRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startNats, type NatsServers } from '../../../../testing/nats-server.ts'
import { seededRandom } from '../../../../testing/random.ts'
import { PATIENT, SEED } from '../../../../testing/test-run.ts'
import { takeLogId } from '../../platform/db/moving/log-layout.ts'
import { openLog } from '../../platform/log.ts'
import { LostLog } from './lost-log.ts'
import { spreadLog } from '../../admin/spread-log.ts'
import { addCondition } from '../../../test/alerting.ts'
import { dataFolder } from '../../../test/data-folder.ts'
import { NATS, natsConnection } from '../../../test/nats.ts'
import { storedReadings } from '../../../test/stored-readings.ts'
import { createWorld, testConfig, type World } from '../../../test/world.ts'

const MINUTE = 60_000
const LIMIT = 30
const log = openLog('silent')
const random = seededRandom(SEED)

/** Opens one process with all roles on SQLite and its log in NATS. */
async function startNode(dataDir: string, natsUrl: string): Promise<World> {
  const config = { dataDir, natsUrl, partitions: 2, secret: 'what the keys of all processes are derived from' }
  const world = await createWorld(config)
  await world.app.ownership.start()
  await vi.waitFor(() => expect(world.app.ownership.ownedPartitions()).toHaveLength(2), PATIENT)
  return world
}

/** Sends readings of two devices, a minute apart. Returns the temperatures of each. */
async function send({ call, clock }: World, tokens: readonly string[], minutes: number): Promise<number[][]> {
  const sent: number[][] = tokens.map(() => [])
  for (let minute = 0; minute < minutes; minute++) {
    clock.now += MINUTE
    const timestamp = new Date(clock.now).toISOString()
    const sending = tokens.map(async (token, index) => {
      const temperature = 20 + Math.floor(random() * 20)
      const answer = await call(readingRoutes.send, { body: { temperature, humidity: 50, timestamp }, token })
      expect(answer.status).toBe(200)
      sent[index]!.push(temperature)
    })
    await Promise.all(sending)
  }
  return sent
}

async function temperaturesOf({ app }: World, deviceId: string, after = 0): Promise<Array<number | null | undefined>> {
  const stored = await storedReadings(app.context, deviceId)
  return stored.filter(({ at }) => at > after).map(({ temperature }) => temperature)
}

/** Returns how often temperatures rise to the limit after the first one. */
function risesIn(temperatures: readonly number[]): number {
  const broken = temperatures.map((temperature) => temperature >= LIMIT)
  return broken.filter((isBroken, index) => index > 0 && isBroken && !broken[index - 1]!).length
}

async function deleteStream(nats: NatsServers, name: string): Promise<void> {
  const connection = await natsConnection('operator', nats.url)
  await (await jetstreamManager(connection)).streams.delete(name)
  await connection.close()
}

async function emptyServer({ servers: [server] }: NatsServers): Promise<void> {
  await server!.kill()
  server!.empty()
  await server!.start()
}

/** Opens a node with a device in each of two partitions, with early readings in chunks and later ones in the log. */
async function nodeWithReadings() {
  const nats = await startNats(1)
  onTestFinished(() => nats.close())
  const dataDir = await dataFolder()
  const world = await startNode(dataDir, nats.url)
  const ann = await world.as('ann')
  const devices = [await world.aDevice(ann, 'House'), await world.aDevice(ann, 'Cellar')]
  for (const { deviceId } of devices) await addCondition(ann, deviceId, `>=${LIMIT}`)
  const tokens = devices.map(({ deviceToken }) => deviceToken)
  const compacted = await send(world, tokens, 12)
  await world.app.context.timeSeries.compact()
  const inLog = await send(world, tokens, 6)
  const { id } = await takeLogId(world.app.context.db)
  const close = async () => {
    await world.app.close()
    return world.clock.now
  }
  const config = testConfig({ dataDir, natsUrl: nats.url })
  return { nats, dataDir, world, devices, tokens, compacted, inLog, streamOf: streamsOf(id), close, config }
}

const streamsOf = (id: string) => (partition: number) => `greenhouse-${id}-readings-${partition}`

test.runIf(NATS)('stores, shows and evaluates new readings after a lost log was given up', async () => {
  const { nats, dataDir, devices, tokens, compacted, inLog, close, config } = await nodeWithReadings()
  const lostAt = await close()
  await emptyServer(nats)
  await expect(startNode(dataDir, nats.url)).rejects.toThrow(LostLog)
  await expect(spreadLog('2', config, log)).rejects.toThrow(LostLog)
  const lines = await spreadLog('2', config, log, '--log-is-lost')
  expect(lines).toEqual([
    'The log is lost in 2 of 2 partitions.',
    expect.stringMatching(
      /^Missing are at most 12 rows of readings that had been read, and all that were acknowledged/,
    ),
    `The newest reading that is stored is of ${new Date(lostAt - 6 * MINUTE).toISOString()}.`,
    'Workers store a reading within 6 hours: older ones are missing only where workers were behind.',
    'The log of readings has 2 partitions from now on.',
  ])
  const world = await startNode(dataDir, nats.url)
  world.clock.now = lostAt
  const sent = await send(world, tokens, 10)
  for (const [index, { deviceId }] of devices.entries()) {
    expect(await temperaturesOf(world, deviceId)).toEqual([...compacted[index]!, ...sent[index]!])
  }
  await world.app.context.timeSeries.compact()
  for (const [index, { deviceId }] of devices.entries())
    expect(await temperaturesOf(world, deviceId, lostAt)).toEqual(sent[index])
  const opened = await world.app.context.db
    .selectFrom('episode')
    .select('id')
    .where('opened_at', '>', lostAt)
    .where('kind', '<>', 'silent')
    .execute()
  const rises = sent.map((temperatures, index) => risesIn([inLog[index]!.at(-1)!, ...temperatures]))
  expect(opened).toHaveLength(rises[0]! + rises[1]!)
})

test.runIf(NATS)(
  'keeps the remaining readings when one stream is lost, and deletes the streams of the abandoned log',
  async () => {
    const {
      nats,
      dataDir,
      world: first,
      devices,
      tokens,
      compacted,
      inLog,
      streamOf,
      close,
      config,
    } = await nodeWithReadings()
    const { partitionOf } = first.app.context.timeSeries
    const keys = await first.app.context.db.selectFrom('device').select(['id', 'key']).execute()
    const placeOf = (deviceId: string) => partitionOf(keys.find(({ id }) => id === deviceId)!.key)
    const lostAt = await close()
    await deleteStream(nats, streamOf(0))
    const lines = await spreadLog('2', config, log, '--log-is-lost')
    expect(lines[0]).toBe('The log is lost in 1 of 2 partitions.')
    await expect(deleteStream(nats, streamOf(1))).rejects.toThrow('stream not found')
    const world = await startNode(dataDir, nats.url)
    world.clock.now = lostAt
    const sent = await send(world, tokens, 5)
    for (const [index, { deviceId }] of devices.entries()) {
      const kept = placeOf(deviceId) === 0 ? [] : inLog[index]!
      expect(await temperaturesOf(world, deviceId)).toEqual([...compacted[index]!, ...kept, ...sent[index]!])
    }
  },
)

test.runIf(NATS)('refuses to give up a complete log, or the log of a database without NATS', async () => {
  const { dataDir, world, tokens, devices, compacted, inLog, nats, close, config } = await nodeWithReadings()
  await close()
  await expect(spreadLog('2', config, log, '--log-is-lost')).rejects.toThrow('Nothing of the log is lost')
  await expect(spreadLog('2', config, log, '--log-is-gone')).rejects.toThrow(
    'npm run admin -- spread-log 16 --log-is-lost',
  )
  await expect(spreadLog('1', { ...config, natsUrl: null }, log)).rejects.toThrow('give NATS_URL')
  const again = await startNode(dataDir, nats.url)
  again.clock.now = world.clock.now
  const sent = await send(again, tokens, 5)
  for (const [index, { deviceId }] of devices.entries())
    expect(await temperaturesOf(again, deviceId)).toEqual([...compacted[index]!, ...inLog[index]!, ...sent[index]!])
})

test.runIf(NATS)('returns to one process without NATS when the log is lost', async () => {
  const { dataDir, nats, tokens, devices, compacted, close, config } = await nodeWithReadings()
  const lostAt = await close()
  await nats.close()
  await spreadLog('1', { ...config, natsUrl: null }, log, '--log-is-lost')
  const world = await createWorld({ dataDir, natsUrl: null })
  world.clock.now = lostAt
  const sent = await send(world, tokens, 5)
  for (const [index, { deviceId }] of devices.entries())
    expect(await temperaturesOf(world, deviceId)).toEqual([...compacted[index]!, ...sent[index]!])
})

test.runIf(NATS)('shows no reading of another installation on the same NATS', async () => {
  const a = await nodeWithReadings()
  const b = await startNode(await dataFolder(), a.nats.url)
  const bob = await b.as('bob')
  const device = await b.aDevice(bob)
  expect((await b.call(readingRoutes.send, { body: { temperature: 33.3 }, token: device.deviceToken })).status).toBe(
    200,
  )
  await a.world.app.context.timeSeries.compact()
  for (const [index, { deviceId }] of a.devices.entries())
    expect(await temperaturesOf(a.world, deviceId)).toEqual([...a.compacted[index]!, ...a.inLog[index]!])
  expect(await temperaturesOf(b, device.deviceId)).toEqual([33.3])
})

test.runIf(NATS)('makes a running node not ready and ends it when a stream is deleted', async () => {
  const { nats, world, streamOf, tokens } = await nodeWithReadings()
  await deleteStream(nats, streamOf(0))
  await deleteStream(nats, streamOf(1))
  world.clock.now += MINUTE
  const reading = { body: { temperature: 21 }, token: tokens[0]! }
  expect((await world.call(readingRoutes.send, reading)).status).toBe(503)
  expect((await world.app.logLost)?.message).toContain('--log-is-lost')
  await vi.waitFor(async () => expect((await world.request('GET', '/readyz')).status).toBe(503), PATIENT)
})
