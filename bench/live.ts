import { setTimeout as wait } from 'node:timers/promises'
import { liveRoutes, topic } from '@greenhouse/contract'
import { WebSocket } from 'ws'
import { connectBoard, sensorData } from '../testing/boards.ts'
import { addDevice, register } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { atLeast, atMost, percentile, type Bench } from './result.ts'

const USERS = 100
const SOCKETS_EACH = 10
const PUBLISHES = 500
const PAUSE_MS = 20

export const liveBench: Bench = {
  name: 'live',
  how: `${USERS * SOCKETS_EACH} sockets of ${USERS} people (a person may have ${SOCKETS_EACH}), each subscribed to its owner's device. Boards publish ${1000 / PAUSE_MS} readings a second in turn over MQTT; taken is the time from publish to the frame in each subscriber, load and server on the same cores.`,
  async run() {
    const server = await startServer({ REGISTRATIONS_PER_DAY: String(USERS) })
    const sockets: WebSocket[] = []
    try {
      const latencies: number[] = []
      const sentAt = new Map<string, number>()
      const boards = []
      for (let user = 0; user < USERS; user++) {
        const grower = await register(
          server.url,
          `Grower${String.fromCharCode(97 + Math.floor(user / 26), 97 + (user % 26))}`,
        )
        const device = await addDevice(grower, 'Board')
        for (let index = 0; index < SOCKETS_EACH; index++) {
          const clientId = `${user}-${index}`
          const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?id=${clientId}`, { origin: server.url })
          await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
          await grower.call(liveRoutes.subscribe, { body: { clientId, topicIds: [topic.readingsOf(device.deviceId)] } })
          socket.on('message', () => latencies.push(performance.now() - (sentAt.get(device.deviceId) ?? 0)))
          sockets.push(socket)
        }
        boards.push({ device, client: await connectBoard(server.mqttPort, device) })
      }
      for (let index = 0; index < PUBLISHES; index++) {
        const board = boards[index % boards.length]
        if (!board) continue
        const { device, client } = board
        sentAt.set(device.deviceId, performance.now())
        client.publish(sensorData(device), JSON.stringify({ temperature: 20 + index / 100 }), {
          qos: 1,
        })
        await wait(PAUSE_MS)
      }
      await wait(500)
      await Promise.all(boards.map(({ client }) => client.endAsync(true)))
      return [
        atLeast('frames that arrived', latencies.length, PUBLISHES * SOCKETS_EACH, 'frames'),
        atMost(`publish to frame with ${USERS * SOCKETS_EACH} subscribers, p99`, percentile(latencies, 0.99), 50, 'ms'),
      ]
    } finally {
      for (const socket of sockets) socket.terminate()
      await server.close()
    }
  },
}
