import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { liveRoutes, topic } from '@greenhouse/contract'
import { WebSocket } from 'ws'
import { connectBoard, sensorData } from '../testing/boards.ts'
import type { Cluster } from '../testing/cluster.ts'
import { addDevice, register, type Grower } from '../testing/growers.ts'
import type { MqttOutcome, MqttTask } from './mqtt-worker.ts'
import { lettersOf } from './owned-devices.ts'
import { atLeast, atMost, percentile, type Figure } from './result.ts'
import { runWorker } from './worker.ts'

const RATE = 2000
const SECONDS = 20
const WATCHERS = 20
const PUBLISHES = 500
const PAUSE_MS = 20
const BEGUN_MS = 5000
/** Time to connect the boards of the load. */
const CONNECTS_MS = 60_000

/** Measures from a publish to the frame in a browser whose socket is on another process. */
export async function measureFrames(cluster: Cluster, devices: MqttTask['devices']): Promise<Figure[]> {
  const webs = cluster.nodes.filter(({ roles }) => roles === 'web')
  const latencies: number[] = []
  const sentAt = new Map<string, number>()
  const sockets: WebSocket[] = []
  const boards = []
  for (let index = 0; index < WATCHERS; index++) {
    const grower = await register(cluster.url, `Watcher${lettersOf(index)}`)
    const device = await addDevice(grower, 'Board')
    const web = webs[index % webs.length]
    const socket = await watch(web?.url ?? cluster.url, grower, device.deviceId, `watcher-${index}`)
    socket.on('message', () => latencies.push(performance.now() - (sentAt.get(device.deviceId) ?? 0)))
    sockets.push(socket)
    boards.push({ device, client: await connectBoard(cluster.mqttPort, device) })
  }
  const load = runWorker<MqttOutcome>(
    'mqtt-worker.ts',
    {
      ports: [cluster.mqttPort],
      devices,
      seconds: BEGUN_MS / 1000 + SECONDS,
      rate: RATE,
      window: Infinity,
      startAt: Date.now() - 43_200_000,
    } satisfies MqttTask,
    CONNECTS_MS + BEGUN_MS + SECONDS * 2000,
  )
  await untilRunning(cluster)
  for (let index = 0; index < PUBLISHES; index++) {
    const board = boards[index % boards.length]
    if (!board) continue
    sentAt.set(board.device.deviceId, performance.now())
    board.client.publish(sensorData(board.device), JSON.stringify({ temperature: 20 + index / 100 }), { qos: 1 })
    await wait(PAUSE_MS)
  }
  const { rate } = await load
  await Promise.all(boards.map(({ client }) => client.endAsync(true)))
  for (const socket of sockets) socket.terminate()
  return [
    atLeast('readings a second while frames were measured', rate, RATE * 0.99, 'a second'),
    atLeast('frames that arrived', latencies.length, PUBLISHES, 'frames'),
    atMost('publish to a browser on another node, p99', percentile(latencies, 0.99), 150, 'ms'),
  ]
}

/** Opens a socket on one web node; any node may take the subscription. */
async function watch(url: string, grower: Grower, deviceId: string, clientId: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?id=${clientId}`, { origin: url })
  await once(socket, 'open')
  await grower.call(liveRoutes.subscribe, { body: { clientId, topicIds: [topic.readingsOf(deviceId)] } })
  return socket
}

/** The load publishes once the gateways have its boards. */
async function untilRunning({ nodes, metricsToken }: Cluster): Promise<void> {
  const until = performance.now() + CONNECTS_MS
  const stored = async () => {
    const gateways = nodes.filter(({ roles }) => roles === 'gateway')
    const texts = await Promise.all(
      gateways.map(async ({ url }) =>
        (await fetch(`${url}/metrics`, { headers: { authorization: metricsToken } })).text(),
      ),
    )
    return texts.reduce((sum, text) => sum + Number(/^readings_stored_total (\d+)/m.exec(text)?.[1] ?? 0), 0)
  }
  const before = await stored()
  while ((await stored()) < before + RATE && performance.now() < until) await wait(200)
  await wait(BEGUN_MS / 2)
}
