import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startNats } from '../../../../testing/nats-server.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import { NATS, natsBusOf, natsConnection } from '../../../test/nats.ts'
import { openLog } from '../../platform/log.ts'
import { openNatsBus } from './nats-bus.ts'

const TOO_LONG = 'x'.repeat(2 * 1024 * 1024)

async function twoBuses(name: string) {
  const buses = [await natsBusOf(name, 'a'), await natsBusOf(name, 'b')] as const
  onTestFinished(async () => void (await Promise.all(buses.map((bus) => bus.close()))))
  return buses
}

describe.runIf(NATS)('the bus of NATS', () => {
  test('drops a message that is no JSON, and continues with the next one', async () => {
    const name = `bus-${crypto.randomUUID()}`
    const [, b] = await twoBuses(name)
    const heard: unknown[] = []
    await b.subscribe('words', (message) => heard.push(message))
    const stranger = await natsConnection('stranger')
    onTestFinished(() => stranger.close())
    stranger.publish(`${name}.words`, '{"broken')
    stranger.publish(`${name}.words`, new Uint8Array([255, 0]))
    stranger.publish(`${name}.words`, '{"whole":true}')
    await vi.waitFor(() => expect(heard).toEqual([{ whole: true }]), PATIENT)
  })

  test('drops what is longer than NATS takes, and harms neither process', async () => {
    const [a, b] = await twoBuses(`bus-${crypto.randomUUID()}`)
    const heard: unknown[] = []
    await b.subscribe('words', (message) => heard.push(message))
    await b.answer('long', async () => TOO_LONG)
    a.publish('words', TOO_LONG)
    a.publish('words', 'short')
    await vi.waitFor(() => expect(heard).toEqual(['short']), PATIENT)
    expect(await a.request('long', 1)).toBeUndefined()
  })

  test('reports the gap after an outage of NATS, drops messages published meanwhile, and receives again', async () => {
    const nats = await startNats(1)
    onTestFinished(() => nats.close())
    const open = async (nodeId: string) => {
      const connection = await natsConnection(nodeId, nats.url)
      onTestFinished(() => connection.close())
      return openNatsBus({ connection, nodeId, name: 'bus', log: openLog('silent') })
    }
    const [a, b] = [await open('a'), await open('b')]
    const gaps = { a: 0, b: 0 }
    a.onGap(() => gaps.a++)
    b.onGap(() => gaps.b++)
    const heard: unknown[] = []
    await b.subscribe('words', (message) => heard.push(message))
    await nats.servers[0]!.kill()
    await vi.waitFor(() => expect([a.isConnected, b.isConnected]).toEqual([false, false]), PATIENT)
    a.publish('words', 'while it is away')
    expect(await a.request('words', 1)).toBeUndefined()
    await nats.servers[0]!.start()
    await vi.waitFor(() => expect(gaps).toEqual({ a: 1, b: 1 }), PATIENT)
    a.publish('words', 'again')
    await vi.waitFor(() => expect(heard).toEqual(['again']), PATIENT)
  })
})
