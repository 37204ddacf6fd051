import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startNats, type NatsServer, type NatsServers } from '../../../../testing/nats-server.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import { proveReadingLog } from '../../../../timeseries/test/reading-log-suite.ts'
import { openTestSqlite } from '../../../test/databases.ts'
import { NATS, natsConnection, natsLog } from '../../../test/nats.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import { storeLogLayout, takeLogId } from '../../platform/db/moving/log-layout.ts'
import { openLog } from '../../platform/log.ts'
import type { LogRow, ReadingLog } from '@greenhouse/timeseries'
import { openJetStreamLog } from './jetstream-log.ts'
import { openCluster } from './open-cluster.ts'

if (NATS)
  proveReadingLog('JetStream', async () => {
    const name = `log-${crypto.randomUUID()}`
    return { log: await natsLog(name), again: () => natsLog(name) }
  })

/** Shorter than those of the server, by a factor of what NATS allows. */
const QUICK = { heartbeatMs: 500, checkMs: 250, silentMs: 1250 }

/** More rows than a reader is sent ahead. */
const MANY_ROWS = 1500

describe.runIf(NATS)('the log on one server', () => {
  test('ends reading when another process purges the rows that are not read yet', async () => {
    const log = await natsLog(`log-${crypto.randomUUID()}`, 1)
    for (let head = 0; head < MANY_ROWS; head++) await log.append(0, Buffer.from('row'), head)
    let read = 0
    for await (const { seq } of log.follow(0, 0)) {
      if (seq === 1) await log.purge(0, MANY_ROWS)
      read = seq
    }
    expect(read).toBeLessThan(MANY_ROWS)
  })

  test('reads up to a row that the caller knows, also when the answering server gets it later', async () => {
    const log = await natsLog(`log-${crypto.randomUUID()}`, 1)
    for (let head = 0; head < 3; head++) await log.append(0, Buffer.from('row'), head)
    const seqs: number[] = []
    for await (const { seq } of log.follow(0, 0, 4)) {
      seqs.push(seq)
      if (seq === 3) void log.append(0, Buffer.from('row'), 3)
    }
    expect(seqs).toEqual([1, 2, 3, 4])
  })

  test('rejects as unavailable when no server ever has a row that the caller knows', async () => {
    const log = await natsLog(`log-${crypto.randomUUID()}`, 1, undefined, QUICK)
    await log.append(0, Buffer.from('row'), 0)
    const reading = allOf(log.follow(0, 0, 2))
    expect(await reading.catch((error: unknown) => error)).toSatisfy(isUnavailable)
  })

  test('fetches rows that a server has left out between others, and none that are gone', async () => {
    const connection = await natsConnection('log')
    onTestFinished(() => connection.close())
    const name = `log-${crypto.randomUUID()}`
    const leftOut: number[][] = []
    const onLeftOut = (...which: number[]) => leftOut.push(which)
    const log = await openJetStreamLog({ connection, name, partitions: 1, replicas: 1, maxBytes: 10_000, onLeftOut })
    for (let head = 0; head < 9; head++) await log.append(0, Buffer.from(`row ${head + 1}`), head)
    const { streams } = await jetstreamManager(connection)
    onTestFinished(async () => void (await streams.delete(`${name}-readings-0`)))
    await streams.deleteMessage(`${name}-readings-0`, 6)
    await leaveOut(connection, `${name}-readings-0`, (seq) => seq >= 3 && seq <= 7)
    const rows = await allOf(log.follow(0, 0))
    expect(rows.map(({ seq, bytes }) => `${seq}: ${Buffer.from(bytes).toString()}`)).toEqual(
      [1, 2, 3, 4, 5, 7, 8, 9].map((seq) => `${seq}: row ${seq}`),
    )
    expect(leftOut).toEqual([[0, 2, 4]])
  })

  test('writes what it was given, though the caller uses the memory again before it is sent', async () => {
    const log = await natsLog(`log-${crypto.randomUUID()}`, 1)
    const memory = Buffer.from('row 1')
    const appending = log.append(0, memory, 0)
    memory.fill('x')
    await appending
    const [row] = await allOf(log.follow(0, 0))
    expect(Buffer.from(row!.bytes).toString()).toBe('row 1')
  })

  test('shows a watcher rows that its server does not send, though it gives signs of life', async () => {
    const connection = await natsConnection('log')
    onTestFinished(() => connection.close())
    const name = `log-${crypto.randomUUID()}`
    const log = await natsLog(name, 1, undefined, QUICK)
    // Each of them comes with the next consumer only.
    const kept = new Set<number>()
    await log.append(0, Buffer.from('row'), 0)
    await leaveOut(connection, `${name}-readings-0`, (seq) => seq > 1 && !kept.has(seq) && kept.add(seq).has(seq))
    const watching = new AbortController()
    onTestFinished(() => watching.abort())
    const seen: number[] = []
    void (async () => {
      for await (const { seq } of log.watch(0, 0, watching.signal)) seen.push(seq)
    })()
    await expect.poll(() => seen).toEqual([1])
    for (let head = 1; head < 4; head++) await log.append(0, Buffer.from('row'), head)
    await expect.poll(() => seen).toEqual([1, 2, 3, 4])
  })

  test.each([10071, 10164])('takes error %i of the servers for a conflict', async (code) => {
    const name = `log-${crypto.randomUUID()}`
    const log = await natsLog(name, 1)
    const server = await natsConnection('server')
    onTestFinished(() => server.close())
    await (await jetstreamManager(server)).streams.delete(`${name}-readings-0`)
    const error = { code: 400, err_code: code, description: 'wrong last sequence' }
    server.subscribe(`${name}-readings-0`, {
      callback: (_error, message) => void message.respond(JSON.stringify({ error, stream: name, seq: 0 })),
    })
    await server.flush()
    expect(await log.append(0, Buffer.from('row'), 7)).toBe('conflict')
  })

  test('refuses a row that has no room as unavailable, and one that is too long as a fault', async () => {
    const connection = await natsConnection('log')
    onTestFinished(() => connection.close())
    const name = `log-${crypto.randomUUID()}`
    const log = await openJetStreamLog({
      connection,
      name,
      partitions: 1,
      replicas: 1,
      maxBytes: 1000,
      onLeftOut: () => {},
    })
    expect(await log.append(0, new Uint8Array(500), 0)).toBe(1)
    const usage = { bytes: expect.toSatisfy((bytes: number) => bytes > 500), limitBytes: 1000, replicasBehind: 0 }
    expect(await log.usage?.(0)).toEqual(usage)
    const full: unknown = await log.append(0, new Uint8Array(900), 1).catch((error: unknown) => error)
    expect(full).toSatisfy(isUnavailable)
    const long: unknown = await log.append(0, new Uint8Array(2 * 1024 * 1024), 1).catch((error: unknown) => error)
    expect(long).toBeInstanceOf(RangeError)
    expect(long).not.toSatisfy(isUnavailable)
    expect(await log.head(0)).toBe(1)
  })
})

const KILLED_AFTER_ROWS = 50
const ROWS = 150
/** Servers choose another leader in their own time, which is longer on a busy machine. */
const WITHIN_MS = 300_000

describe.runIf(NATS)('the log on three servers', () => {
  test.each([
    ['killed', (server: NatsServer) => server.kill(), (server: NatsServer) => server.start()],
    [
      'paused',
      async (server: NatsServer) => server.signal('SIGSTOP'),
      async (server: NatsServer) => server.signal('SIGCONT'),
    ],
  ])(
    'loses no row that it has taken while the one that leads is %s, and has none twice',
    async (_how, fail, mend) => {
      const nats = await startNats(3)
      onTestFinished(() => nats.close())
      const name = `log-${crypto.randomUUID()}`
      const log = await natsLog(name, 1, nats, QUICK)
      const watching = new AbortController()
      const seen: string[] = []
      const watched = (async () => {
        for await (const { bytes } of log.watch(0, 0, watching.signal)) seen.push(Buffer.from(bytes).toString())
      })()
      const acknowledged: string[] = []
      let head = 0
      for (let written = 0; written < ROWS; written++) {
        if (written === KILLED_AFTER_ROWS) await fail(await leaderOf(nats, name))
        const text = `row ${written}`
        const seq = await appendOnce(log, text, head)
        acknowledged.push(text)
        head = seq
      }
      for (const server of nats.servers) await mend(server).catch(() => {})
      await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(ROWS), PATIENT)
      watching.abort()
      await watched
      expect(seen).toEqual(acknowledged)
      const read: string[] = []
      for await (const { bytes } of log.follow(0, 0)) read.push(Buffer.from(bytes).toString())
      expect(read).toEqual(acknowledged)
    },
    WITHIN_MS,
  )

  test(
    'replicates to all three servers from one address, and never to fewer than before',
    async () => {
      const nats = await startNats(3)
      onTestFinished(() => nats.close())
      const [{ url: natsUrl } = { url: '' }] = nats.servers
      const { db } = await openTestSqlite()
      await storeLogLayout(db, { engine: 'jetstream', partitions: 1 })
      const opened = await openCluster({ natsUrl, nodeId: 'a', partitions: 1 }, { db, log: openLog('silent') })
      onTestFinished(() => opened.bus.close())
      const name = `greenhouse-${(await takeLogId(db)).id}`
      const stream = `${name}-readings-0`
      const connection = await natsConnection('b', natsUrl)
      onTestFinished(() => connection.close())
      const { streams } = await jetstreamManager(connection)
      const replicas = async () => (await streams.info(stream)).config.num_replicas
      expect(await replicas()).toBe(3)
      const found: Array<[string, number]> = []
      await openJetStreamLog({
        connection,
        name,
        partitions: 1,
        replicas: 1,
        maxBytes: 1000,
        onLeftOut: () => {},
        onMoreReplicas: (...more) => found.push(more),
      })
      expect([found, await replicas()]).toEqual([[[stream, 3]], 3])
    },
    WITHIN_MS,
  )

  test(
    'continues a reader on another server when its own is paused',
    async () => {
      const nats = await startNats(3)
      onTestFinished(() => nats.close())
      const name = `log-${crypto.randomUUID()}`
      const log = await natsLog(name, 1, nats, QUICK)
      const watching = new AbortController()
      onTestFinished(() => watching.abort())
      let seen = 0
      void (async () => {
        for await (const row of log.watch(0, 0, watching.signal)) seen = row.seq
      })()
      let head = await appendOnce(log, 'before', 0)
      await expect.poll(() => seen).toBe(head)
      const sender = await leaderOf(nats, name, 'reader')
      sender.signal('SIGSTOP')
      head = await appendOnce(log, 'meanwhile', head)
      await expect.poll(() => seen).toBe(head)
      await expect.poll(async () => (await log.usage?.(0))?.replicasBehind).toBe(1)
      sender.signal('SIGCONT')
      await expect.poll(async () => (await log.usage?.(0))?.replicasBehind).toBe(0)
    },
    WITHIN_MS,
  )
})

/** Appends one row as a writer without a reply does: it reads on after a conflict. */
async function appendOnce(log: ReadingLog, text: string, after: number): Promise<number> {
  let head = after
  while (true) {
    const seq = await log.append(0, Buffer.from(text), head).catch(() => undefined)
    if (typeof seq === 'number') return seq
    if (seq === undefined) continue
    for await (const row of log.follow(0, head)) {
      head = row.seq
      if (Buffer.from(row.bytes).toString() === text) return row.seq
    }
  }
}

/** Has consumers send no messages of some numbers, as those on a server do that is behind the one that leads. */
async function leaveOut(
  connection: NatsConnection,
  stream: string,
  isLeftOut: (seq: number) => boolean,
): Promise<void> {
  const consumer = await jetstream(connection).consumers.get(stream)
  const messages = await consumer.consume()
  messages.stop()
  const kind = Object.getPrototypeOf(messages) as { _push(message: { seq?: number }): void }
  const push = kind._push
  const spy = vi.spyOn(kind, '_push').mockImplementation(function (this: unknown, message) {
    if (message.seq === undefined || !isLeftOut(message.seq)) push.call(this, message)
  })
  onTestFinished(() => spy.mockRestore())
}

async function allOf(rows: AsyncIterable<LogRow>): Promise<LogRow[]> {
  const all: LogRow[] = []
  for await (const row of rows) all.push(row)
  return all
}

/** Returns the server that leads the stream of the first partition, or that sends its rows to its one reader. */
async function leaderOf(nats: NatsServers, name: string, of: 'stream' | 'reader' = 'stream'): Promise<NatsServer> {
  const stream = `${name}-readings-0`
  const connection = await natsConnection('asking', nats.url)
  const { streams, consumers } = await jetstreamManager(connection)
  const led = of === 'stream' ? await streams.info(stream) : (await consumers.list(stream).next())[0]
  await connection.close()
  return nats.servers.find((server) => server.name === led?.cluster?.leader)!
}
