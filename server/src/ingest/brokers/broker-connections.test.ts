import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Packet } from 'mqtt-packet'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import type { StoredBroker } from '../../features/boards/broker-store.ts'
import { certificateFiles, makeCertificate } from '../../../test/certificate.ts'
import { startScriptedBroker } from '../../../test/message-broker.ts'
import { hasMosquittoBroker, startMosquitto } from '../../../test/mosquitto.ts'
import type { BoardMessage } from '../../features/boards/board-report.ts'
import { StoreUnavailable } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { openLog } from '../../platform/log.ts'
import { openOutbound } from '../../platform/network/outbound.ts'
import { overloaded } from '../../platform/problem.ts'
import { openSeal } from '../../platform/secrets/seal.ts'
import type { BoardIngest, BoardResult } from '../boards/board-ingest-types.ts'
import { openBrokerConnections } from './broker-connections.ts'

const UNTRUSTED = 'The certificate of the broker is not trusted. Add the certificate of its authority.'
const REFUSED = 'The broker refused the user name or the password.'
const versions = [
  ['MQTT 3.1.1', 4],
  ['MQTT 5', 5],
] as const

describe.each(versions)('a broker that speaks %s', (_name, version) => {
  test('subscribes to a broker with QoS 1 in a persistent session', async () => {
    const broker = await startScriptedBroker(version, oldBroker(version))
    const { connections, stored } = open(broker.port, { topics: ['a/+', 'b/#'] })
    await vi.waitFor(() => expect(connections.stateOf(stored.brokerId).state).toBe('connected'), PATIENT)
    expect(lastOf(broker.received, 'connect')).toMatchObject({
      protocolVersion: version,
      clean: false,
      clientId: stored.brokerId,
      username: 'greenhouse',
    })
    expect(lastOf(broker.received, 'subscribe')?.subscriptions).toMatchObject([
      { topic: 'a/+', qos: 1 },
      { topic: 'b/#', qos: 1 },
    ])
    expect(connections.connected).toBe(1)
    expect(connections.stateOf(stored.brokerId)).toEqual({ state: 'connected', lastError: null, rate: 0 })
  })

  test('gets an acknowledgement only after its message was taken, and messages are counted', async () => {
    const broker = await startScriptedBroker(version, oldBroker(version))
    const taking = Promise.withResolvers<void>()
    const { connections, stored, taken } = open(broker.port, {}, () => taking.promise)
    await vi.waitFor(() => expect(connections.connected).toBe(1), PATIENT)
    broker.send(message('a/b', 7), message('a/c', 8, { retain: true }))
    await vi.waitFor(() => expect(taken).toHaveLength(2), PATIENT)
    expect(acknowledged(broker.received)).toEqual([])
    taking.resolve()
    await vi.waitFor(() => expect(acknowledged(broker.received)).toEqual([7, 8]), PATIENT)
    expect(taken.map(({ topic, isRetained }) => [topic, isRetained])).toEqual([
      ['a/b', false],
      ['a/c', true],
    ])
    expect(connections.stateOf(stored.brokerId).rate).toBe(2)
  })

  test('reconnects to a broker that ended the connection, and shows why meanwhile', async () => {
    const broker = await startScriptedBroker(version, oldBroker(version))
    const { connections, stored } = open(broker.port)
    await vi.waitFor(() => expect(connections.connected).toBe(1), PATIENT)
    broker.drop()
    await vi.waitFor(
      () =>
        expect(connections.stateOf(stored.brokerId)).toMatchObject({
          state: 'failed',
          lastError: 'The broker closed the connection.',
        }),
      PATIENT,
    )
    await vi.waitFor(() => expect(connections.stateOf(stored.brokerId).lastError).toBeNull(), PATIENT)
  })
})

test.each([
  ['has no room', overloaded()],
  ['can’t be reached', new StoreUnavailable('The database is away.')],
])('a message waits while the store %s, and is acknowledged later', async (_why, error) => {
  const broker = await startScriptedBroker(5)
  let isAway = true
  const { connections, stored } = open(broker.port, {}, () => {
    if (isAway) throw error
  })
  await vi.waitFor(() => expect(connections.connected).toBe(1), PATIENT)
  broker.send(message('a/b', 7))
  const waiting = 'The server is busy. Please try again in a moment.'
  await vi.waitFor(() => expect(connections.stateOf(stored.brokerId).lastError).toBe(waiting), PATIENT)
  expect(acknowledged(broker.received)).toEqual([])
  isAway = false
  await vi.waitFor(() => expect(acknowledged(broker.received)).toEqual([7]), PATIENT)
  expect(connections.stateOf(stored.brokerId)).toMatchObject({ state: 'connected', lastError: null })
})

test('no more messages are taken at once than there is room for', async () => {
  const [broker, other] = [await startScriptedBroker(5), await startScriptedBroker(5)]
  const taking = Promise.withResolvers<void>()
  const { connections, taken } = open(broker.port, {}, () => taking.promise)
  const free = open(other.port)
  await vi.waitFor(() => expect([connections.connected, free.connections.connected]).toEqual([1, 1]), PATIENT)
  const large = { payload: Buffer.alloc(60_000), qos: 0 as const }
  for (const each of [broker, other])
    for (let count = 0; count < 200; count++) each.send(message('a/b', undefined, large))
  // Connections are read in turn, so that as many would have come over the first one.
  await vi.waitFor(() => expect(free.taken).toHaveLength(200), PATIENT)
  expect(taken.length).toBeGreaterThan(10)
  expect(taken.length).toBeLessThan(40)
  taking.resolve()
  await vi.waitFor(() => expect(taken).toHaveLength(200), PATIENT)
})

test('a broker that sends a packet of more than 256 KB is disconnected and its owner reads why', async () => {
  const broker = await startScriptedBroker(5)
  const { connections, stored } = open(broker.port)
  await vi.waitFor(() => expect(connections.connected).toBe(1), PATIENT)
  // The fixed header of a PUBLISH of 200 MB.
  broker.sendBytes(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x64]))
  for (let each = 0; each < 20; each++) broker.sendBytes(Buffer.alloc(64 * 1024))
  await vi.waitFor(
    () => expect(connections.stateOf(stored.brokerId).lastError).toBe('A message is larger than 256 KB.'),
    PATIENT,
  )
})

test('a wrong password is named, and so are topics that the broker does not allow', async () => {
  const refusing = await startScriptedBroker(5, ({ cmd }) =>
    cmd === 'connect' ? { cmd: 'connack', sessionPresent: false, reasonCode: 0x86 } : undefined,
  )
  const first = open(refusing.port)
  const strict = await startScriptedBroker(5, ({ cmd }) =>
    cmd === 'subscribe' ? { cmd: 'suback', messageId: 1, granted: [1, 0x87] } : undefined,
  )
  const second = open(strict.port, { topics: ['a', 'secret/#'] })
  await vi.waitFor(() => {
    expect(first.connections.stateOf(first.stored.brokerId)).toMatchObject({
      state: 'failed',
      lastError: 'The broker refused the user name or the password.',
    })
    expect(second.connections.stateOf(second.stored.brokerId)).toMatchObject({
      state: 'connected',
      lastError: 'The broker does not allow: secret/#',
    })
  }, PATIENT)
})

test('a closed port, an unknown host and this server itself are named', async () => {
  const broker = await startScriptedBroker(5)
  broker.close()
  const closed = open(broker.port)
  const unknown = open(1883, { url: 'mqtt://broker.invalid' }, undefined, () =>
    Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
  )
  const own = open(1883, { url: 'mqtt://broker.example' }, undefined, () =>
    Promise.resolve([{ address: '127.0.0.9', family: 4 }]),
  )
  const errors = () =>
    [closed, unknown, own].map(({ connections, stored }) => connections.stateOf(stored.brokerId).lastError)
  await vi.waitFor(
    () =>
      expect(errors()).toEqual([
        `127.0.0.1 refuses connections to port ${broker.port}. Is the broker running?`,
        'There is no host with the name broker.invalid.',
        expect.stringContaining('it belongs to this server itself'),
      ]),
    PATIENT,
  )
})

test('a topic that was taken away is unsubscribed, and a removed broker forgets the session', async () => {
  const broker = await startScriptedBroker(5)
  const { connections, stored, forgotten } = open(broker.port, { topics: ['a', 'b'] })
  await vi.waitFor(() => expect(connections.connected).toBe(1), PATIENT)
  connections.connect({ ...stored, topics: ['b', 'c'] })
  await vi.waitFor(() => expect(lastOf(broker.received, 'subscribe')?.subscriptions[0]?.topic).toBe('b'), PATIENT)
  expect(lastOf(broker.received, 'unsubscribe')?.unsubscriptions).toEqual(['a'])
  await vi.waitFor(() => expect(connections.connected).toBe(1), PATIENT)
  connections.remove(stored.brokerId)
  await vi.waitFor(
    () => expect(lastOf(broker.received, 'disconnect')?.properties?.sessionExpiryInterval).toBe(0),
    PATIENT,
  )
  await vi.waitFor(() => expect(forgotten).toEqual([stored.brokerId]), PATIENT)
  expect(connections.connected).toBe(0)
})

test('acknowledges a message that is being stored before it disconnects at a stop', async () => {
  const broker = await startScriptedBroker(5)
  const taking = Promise.withResolvers<void>()
  const { connections, taken } = open(broker.port, {}, () => taking.promise)
  await vi.waitFor(() => expect(connections.connected).toBe(1), PATIENT)
  broker.send(message('a/b', 7))
  await vi.waitFor(() => expect(taken).toHaveLength(1), PATIENT)
  const closed = connections.close()
  taking.resolve()
  await closed
  expect(broker.received.slice(-2).map(({ cmd }) => cmd)).toEqual(['puback', 'disconnect'])
})

describe.runIf(hasMosquittoBroker)('a broker of Mosquitto with a certificate and passwords', () => {
  test('reads from a broker with the right authority and password, and names the wrong one', async () => {
    const { certFile, keyFile } = certificateFiles()
    const ca = readFileSync(certFile, 'utf8')
    const folder = dirname(certFile)
    const passwords = join(folder, 'passwords')
    execFileSync('mosquitto_passwd', ['-c', '-b', passwords, 'greenhouse', 'secret'])
    const { port } = await startMosquitto(folder, [
      'allow_anonymous false',
      `password_file ${passwords}`,
      `certfile ${certFile}`,
      `keyfile ${keyFile}`,
    ])
    const url = `mqtts://127.0.0.1:${port}`
    const right = open(port, { url, ca })
    const otherAuthority = open(port, { url, ca: makeCertificate().cert })
    const usualAuthorities = open(port, { url })
    const withoutPassword = open(port, { url, ca, sealedPassword: null })
    await vi.waitFor(() => expect(right.connections.connected).toBe(1), PATIENT)
    const errorOf = ({ connections, stored }: typeof right) => connections.stateOf(stored.brokerId).lastError
    await vi.waitFor(
      () =>
        expect([otherAuthority, usualAuthorities, withoutPassword].map(errorOf)).toEqual([
          UNTRUSTED,
          UNTRUSTED,
          REFUSED,
        ]),
      PATIENT,
    )
    const board = ['-h', '127.0.0.1', '-p', String(port), '--cafile', certFile, '-u', 'greenhouse', '-P', 'secret']
    execFileSync('mosquitto_pub', [...board, '-q', '1', '-t', 'tele/bench/SENSOR', '-m', '{}'])
    await vi.waitFor(() => expect(right.taken.map(({ topic }) => topic)).toEqual(['tele/bench/SENSOR']), PATIENT)
  })
})

/** Refuses MQTT 5 as brokers that do not know it do. */
function oldBroker(version: 4 | 5) {
  return (packet: Packet) =>
    version === 4 && packet.cmd === 'connect' && packet.protocolVersion === 5
      ? ({ cmd: 'connack', sessionPresent: false, returnCode: 1 } as const)
      : undefined
}

type Lookup = () => Promise<Array<{ address: string; family: number }>>

function open(port: number, changes: Partial<StoredBroker> = {}, take: () => unknown = () => {}, lookup?: Lookup) {
  const taken: BoardMessage[] = []
  const forgotten: string[] = []
  const boardIngest: Pick<BoardIngest, 'ingest' | 'forget'> = {
    async ingest(_owner, arrived) {
      taken.push(arrived)
      await take()
      return {} as BoardResult
    },
    async forget({ source }) {
      forgotten.push(source.id)
    },
  }
  const seal = openSeal(randomBytes(32), 'brokers')
  const brokerId = randomUUID()
  const stored: StoredBroker = {
    brokerId,
    householdId: randomUUID(),
    url: `mqtt://127.0.0.1:${port}`,
    username: 'greenhouse',
    sealedPassword: seal.seal('secret', brokerId),
    topics: ['#'],
    ca: '',
    createdAt: 0,
    ...changes,
  }
  const outbound = openOutbound({ allowPrivate: false, exceptions: ['127.0.0.1'], ...(lookup ? { lookup } : {}) })
  const connections = openBrokerConnections(undefined as unknown as Db, {
    log: openLog('silent'),
    boardIngest,
    rateLimits: { waitMs: () => 0 },
    outbound,
    seal,
  })
  onTestFinished(() => connections.close())
  connections.connect(stored)
  return { connections, stored, taken, forgotten }
}

function message(topic: string, messageId: number | undefined, changes: object = {}): Packet {
  const id = messageId === undefined ? {} : { messageId }
  return { cmd: 'publish', topic, payload: '21.5', qos: 1, dup: false, retain: false, ...id, ...changes }
}

function acknowledged(packets: readonly Packet[]): Array<number | undefined> {
  return packets.filter(({ cmd }) => cmd === 'puback').map(({ messageId }) => messageId)
}

function lastOf<Command extends Packet['cmd']>(packets: readonly Packet[], command: Command) {
  return packets.findLast((packet): packet is Extract<Packet, { cmd: Command }> => packet.cmd === command)
}
