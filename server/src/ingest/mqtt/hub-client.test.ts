import { deviceRoutes, hubRoutes } from '@greenhouse/contract'
import type { MqttClient } from 'mqtt'
import { describe, expect, test, vi } from 'vitest'
import type { DeviceCredentials } from '../../../../testing/growers.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import {
  changePreferences,
  connectBoard,
  connectWire,
  listeningWorld,
  publishPacket,
  versions,
} from '../../../test/boards.ts'

/** A world in which Ann has a hub, whose credentials a client uses as a device would use its own. */
async function hubWorld() {
  const world = await listeningWorld()
  const { hubId, token } = (await world.ann.call(hubRoutes.create, { body: { name: 'Zigbee2MQTT' } })).body
  const hub: DeviceCredentials = { deviceId: hubId, deviceToken: token }
  const shown = async () => (await world.ann.call(hubRoutes.list)).body[0]
  return { ...world, hub, shown }
}

function topicsHeard(client: MqttClient): string[] {
  const heard: string[] = []
  client.on('message', (topic) => void heard.push(topic))
  return heard
}

describe.each(versions)('a hub over %s', (_name, version) => {
  test('admits a hub with its token, and acknowledges messages on any topic', async () => {
    const { port, hub } = await hubWorld()
    const wire = await connectWire(port, hub, version)
    const topics = ['zigbee2mqtt/bridge/logging', `Device/${hub.deviceId}/SensorData`, '$SYS/broker/uptime', 'a']
    for (const [index, topic] of topics.entries()) {
      wire.send(publishPacket(hub, {}, { topic, messageId: index + 1 }))
      const { messageId, reasonCode = 0 } = await wire.next('puback')
      expect([messageId, reasonCode]).toEqual([index + 1, 0])
    }
  })

  test("sends a hub the intervals of its owner's devices and nothing of others, for any subscription", async () => {
    const { port, hub, ann, device, as, aDevice } = await hubWorld()
    const bob = await as('bob')
    const bobs = await aDevice(bob)
    const client = await connectBoard(port, hub, version)
    const heard = topicsHeard(client)
    const granted = await client.subscribeAsync(['#', 'Device/+/ChangePreferences', changePreferences(bobs)])
    expect(granted.map(({ qos }) => qos)).toEqual([0, 0, 0])
    for (const [owner, { deviceId }] of [
      [bob, bobs],
      [ann, device],
    ] as const)
      await owner.call(deviceRoutes.changePreferences, { body: { deviceId, interval: '45' } })
    await vi.waitFor(() => expect(heard).toHaveLength(3), PATIENT)
    expect(new Set(heard)).toEqual(new Set([changePreferences(device)]))
  })

  test('disconnects a removed hub, and refuses its token', async () => {
    const { port, hub, ann } = await hubWorld()
    const wire = await connectWire(port, hub, version)
    await ann.call(hubRoutes.remove, { params: { hubId: hub.deviceId } })
    expect(await wire.ended).toBe(version === 5 ? 0x98 : undefined)
    await expect(connectBoard(port, hub, version)).rejects.toThrow(/[Nn]ot authorized|Bad User Name/)
  })

  test('shows when a hub was last seen', async () => {
    const { port, hub, clock, shown } = await hubWorld()
    expect(await shown()).toMatchObject({ lastSeenAt: null })
    await connectBoard(port, hub, version)
    const lastSeenAt = new Date(clock.now).toISOString()
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ lastSeenAt }), PATIENT)
  })
})
