import { describe, expect, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { connectWire, versions, type Version } from '../../../test/boards.ts'
import { device, openTestListener } from '../../../test/mqtt-listener.ts'

const WILL = { topic: 'tele/tasmota/LWT', payload: Buffer.from('Offline'), qos: 1, retain: true } as const

/** Connects a client with a will. `published` has the arguments of its handler. */
async function connectWithWill(version: Version, will: { topic: string; payload: Buffer } = WILL) {
  const published: string[] = []
  const opened = await openTestListener(
    {},
    {
      async publish(topic, payload) {
        published.push(`${topic} ${payload.toString()}`)
        return 'stored'
      },
    },
  )
  const wire = await connectWire(opened.port, device, version, { will })
  return { ...opened, wire, published }
}

describe.each(versions)('the will of a client over %s', (_name, version) => {
  test('publishes the will of a lost connection', async () => {
    const { wire, published } = await connectWithWill(version)
    wire.socket.resetAndDestroy()
    await vi.waitFor(() => expect(published).toEqual(['tele/tasmota/LWT Offline']), PATIENT)
  })

  test('publishes the will before the client is admitted again', async () => {
    const { port, published } = await connectWithWill(version)
    await connectWire(port, device, version)
    expect(published).toEqual(['tele/tasmota/LWT Offline'])
  })

  test('does not publish the will after a DISCONNECT', async () => {
    const { listener, published, wire } = await connectWithWill(version)
    wire.send({ cmd: 'disconnect', reasonCode: 0 })
    await wire.ended
    await vi.waitFor(() => expect(listener.open).toBe(0), PATIENT)
    expect(published).toEqual([])
  })

  test.each([
    ['the server stops', ({ close }: Awaited<ReturnType<typeof connectWithWill>>) => void close()],
    ['it was removed', ({ devices }: Awaited<ReturnType<typeof connectWithWill>>) => devices.disconnect('d1')],
  ])('does not publish the will when %s', async (_why, end) => {
    const opened = await connectWithWill(version)
    end(opened)
    await opened.wire.ended
    await vi.waitFor(() => expect(opened.listener.open).toBe(0), PATIENT)
    expect(opened.published).toEqual([])
  })

  test('drops a will to a topic with a wildcard', async () => {
    const { listener, published, wire } = await connectWithWill(version, { ...WILL, topic: 'tele/+/LWT' })
    wire.socket.resetAndDestroy()
    await vi.waitFor(() => expect(listener.open).toBe(0), PATIENT)
    expect(published).toEqual([])
  })
})

test('publishes the will of a client that disconnects with it over MQTT 5', async () => {
  const { published, wire } = await connectWithWill(5)
  wire.send({ cmd: 'disconnect', reasonCode: 4 })
  await wire.ended
  expect(published).toEqual(['tele/tasmota/LWT Offline'])
})
