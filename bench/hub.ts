import { boardRoutes, hubRoutes } from '@greenhouse/contract'
import { register } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import type { MqttOutcome, MqttTask } from './mqtt-worker.ts'
import { atLeast, type Bench } from './result.ts'
import { runWorker } from './worker.ts'

const SECONDS = 10
const WINDOW = 2000

export const hubBench: Bench = {
  name: 'hub',
  how: `One connection with the token of a hub publishes readings of one claimed board as JSON at QoS 1, for ${SECONDS} s as fast as they are acknowledged, ${WINDOW} in flight. The server and the load, each a process, on the same cores; the share of a hub is raised so that it is no limit.`,
  async run() {
    const server = await startServer({ DEVICE_READINGS_PER_SECOND: '1000000' })
    try {
      const grower = await register(server.url, 'Grower')
      const { hubId: deviceId, token: deviceToken } = await grower.call(hubRoutes.create, { body: { name: 'Bench' } })
      const startAt = Date.now() - 43_200_000
      const publish = (task: Pick<MqttTask, 'seconds' | 'rate' | 'startAt'>) =>
        runWorker<MqttOutcome>('mqtt-worker.ts', {
          ports: [server.mqttPort],
          devices: [{ deviceId, deviceToken }],
          window: WINDOW,
          ...task,
        } satisfies MqttTask)
      await publish({ seconds: 1, rate: 10, startAt })
      const [board] = await grower.call(boardRoutes.list)
      if (!board) throw new Error('What the hub sent was not listed as a board.')
      await grower.call(boardRoutes.claim, { params: { boardId: board.boardId }, body: { deviceName: 'Bench' } })
      const { rate } = await publish({ seconds: SECONDS, startAt: startAt + 3_600_000 })
      return [atLeast('QoS 1 readings acknowledged over one connection of a hub', rate, 20_000, 'a second')]
    } finally {
      await server.close()
    }
  },
}
