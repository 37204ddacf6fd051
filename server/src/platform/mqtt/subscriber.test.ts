import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { generate, type Packet } from 'mqtt-packet'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { startScriptedBroker } from '../../../test/message-broker.ts'
import { Subscriber, type SubscriberEvents } from './subscriber.ts'

const publish = (messageId?: number): Packet => ({
  cmd: 'publish',
  topic: 'a',
  payload: '',
  dup: false,
  retain: false,
  ...(messageId === undefined ? { qos: 0 } : { qos: 1, messageId }),
})

/** Opens a subscriber of a scripted broker, which accepts every message unless `events` differ. */
async function subscribed(events: Partial<SubscriberEvents> = {}) {
  const broker = await startScriptedBroker(5)
  const connected = Promise.withResolvers<void>()
  const options = { clientId: 'c', username: '', password: '', topics: ['#'], dropped: [], version: 5 } as const
  const subscriber = new Subscriber(connect(broker.port, '127.0.0.1'), options, {
    take: async () => {},
    shareWaitMs: () => 0,
    connected: () => connected.resolve(),
    ended: () => {},
    ...events,
  })
  onTestFinished(() => subscriber.end())
  await connected.promise
  const acknowledged = () => broker.received.flatMap((packet) => (packet.cmd === 'puback' ? [packet.messageId] : []))
  return { acknowledged, broker, subscriber }
}

test('spreads tiny messages of a broker over turns of the event loop', async () => {
  let [taken, before, max] = [0, 0, 0]
  const { broker } = await subscribed({ take: async () => void taken++ })
  const tiny = generate(publish(), { protocolVersion: 5 })
  broker.sendBytes(Buffer.concat(Array.from({ length: 10_000 }, () => tiny)))
  for (let sum = 0; sum < 10_000; sum = taken) {
    await turn()
    max = Math.max(max, taken - before)
    before = taken
  }
  expect(max).toBeLessThanOrEqual(400)
})

test('does not read a broker over its share until the share allows it, without a loss', async () => {
  let [taken, checks, waitMs] = [0, 0, 5]
  const { acknowledged, broker } = await subscribed({
    take: async () => void taken++,
    shareWaitMs() {
      checks++
      return waitMs
    },
  })
  broker.send(publish(1), publish(2), publish(3))
  await vi.waitFor(() => expect(checks).toBeGreaterThan(3), PATIENT)
  expect(taken).toBe(1)
  waitMs = 0
  await vi.waitFor(() => expect(acknowledged()).toEqual([1, 2, 3]), PATIENT)
})

test('ignores messages received with the last accepted one when the subscriber ends', async () => {
  const taking = Promise.withResolvers<void>()
  let taken = 0
  const { acknowledged, broker, subscriber } = await subscribed({
    take() {
      taken++
      return taking.promise
    },
  })
  broker.send(...Array.from({ length: 70 }, (_, index) => publish(index + 1)))
  await vi.waitFor(() => expect(taken).toBe(64), PATIENT)
  const ended = subscriber.end()
  taking.resolve()
  await ended
  await vi.waitFor(() => expect(acknowledged()).toHaveLength(64), PATIENT)
  expect(taken).toBe(64)
})
