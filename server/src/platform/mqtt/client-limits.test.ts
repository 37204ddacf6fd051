import { describe, expect, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { connectWire, type Wire } from '../../../test/boards.ts'
import { device, openTestListener } from '../../../test/mqtt-listener.ts'

const FILTER = { topic: 'Device/d1/#', qos: 1 } as const

async function connectLimited(properties: { receiveMaximum?: number; maximumPacketSize?: number }) {
  const { devices, port } = await openTestListener({})
  const wire = await connectWire(port, device, 5, { properties })
  wire.send({ cmd: 'subscribe', messageId: 1, subscriptions: [FILTER] })
  await wire.next('suback')
  const deliver = (topic: string, payload: string) => devices.deliver('d1', `Device/d1/${topic}`, payload)
  return { wire, deliver }
}

async function heard(wire: Wire): Promise<string[]> {
  wire.send({ cmd: 'pingreq' })
  await wire.next('pingresp')
  return wire.arrived.flatMap((packet) => (packet.cmd === 'publish' ? [packet.payload.toString()] : []))
}

describe('a client over MQTT 5', () => {
  test('sends no more unacknowledged QoS 1 messages than a client over MQTT 5 can receive', async () => {
    const { wire, deliver } = await connectLimited({ receiveMaximum: 2 })
    for (const name of ['a', 'b', 'c', 'd']) deliver(name, name)
    expect(await heard(wire)).toEqual(['a', 'b'])
    const { messageId } = await wire.next('publish')
    wire.send({ cmd: 'puback', messageId: messageId ?? 0 }, { cmd: 'puback', messageId: messageId ?? 0 })
    await vi.waitFor(async () => expect(await heard(wire)).toEqual(['b', 'c']), PATIENT)
  })

  test('sends the newest of the messages waiting on one topic', async () => {
    const { wire, deliver } = await connectLimited({ receiveMaximum: 1 })
    for (const payload of ['1', '2', '3']) deliver('interval', payload)
    const { messageId } = await wire.next('publish')
    wire.send({ cmd: 'puback', messageId: messageId ?? 0 })
    expect(await heard(wire)).toEqual(['3'])
  })

  test('sends no packet larger than the client accepts', async () => {
    const { wire, deliver } = await connectLimited({ maximumPacketSize: 100 })
    deliver('long', 'x'.repeat(100))
    deliver('short', 'short')
    expect(await heard(wire)).toEqual(['short'])
  })

  test('disconnects a client whose largest packet is too small for the CONNACK', async () => {
    const { port } = await openTestListener({})
    await expect(connectWire(port, device, 5, { properties: { maximumPacketSize: 10 } })).rejects.toThrow('ended')
  })

  test('announces that subscription identifiers are not available, and refuses one', async () => {
    const { port } = await openTestListener({})
    const wire = await connectWire(port, device, 5)
    expect(wire.connack.properties).toMatchObject({ subscriptionIdentifiersAvailable: false })
    const properties = { subscriptionIdentifier: 7 }
    wire.send({ cmd: 'subscribe', messageId: 1, subscriptions: [FILTER], properties })
    expect(await wire.next('suback')).toMatchObject({ granted: [0xa1] })
    wire.send({ cmd: 'subscribe', messageId: 2, subscriptions: [FILTER] })
    expect(await wire.next('suback')).toMatchObject({ granted: [1] })
  })

  test('announces no limit of QoS', async () => {
    const { port } = await openTestListener({})
    const wire = await connectWire(port, device, 5)
    expect(wire.connack.properties).not.toHaveProperty('maximumQoS')
  })
})
