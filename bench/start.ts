import { setTimeout as wait } from 'node:timers/promises'
import { createClient, readingRoutes, signInRoutes } from '@greenhouse/contract'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, PASSWORD, register } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { memoryOf, processorSecondsOf } from './processor-time.ts'
import { atMost, medianAtMost, type Bench } from './result.ts'

const ROUNDS = 5
const IDLE_MS = 10_000
const DAY_MS = 86_400_000

interface Start {
  /** Milliseconds and processor time until the process was ready. */
  readonly readyMs: number
  readonly readyCost: number
  /** Processor time until a sign-in, a stored reading and the chart of a day. */
  readonly usedCost: number
  readonly idleBytes: number
}

export const startBench: Bench = {
  name: 'start',
  how: `The server as npm start runs it once it is built, on an empty folder, ${ROUNDS} times; the median counts. Processor time is that of all its threads. In use means: somebody has registered and signed in, which takes two hashes of a password, has added a device, one reading was stored, and the chart of a day answered. Memory is what is resident ${IDLE_MS / 1000} s after that.`,
  async run() {
    const starts: Start[] = []
    while (starts.length < ROUNDS) starts.push(await measureStart())
    const all = (part: keyof Start) => starts.map((one) => one[part])
    return [
      medianAtMost('from the start to ready', all('readyMs'), 400, 'ms'),
      medianAtMost('processor time to ready', all('readyCost'), 450, 'ms'),
      medianAtMost('processor time until it is in use', all('usedCost'), 450, 'ms'),
      atMost('resident memory when idle', Math.max(...all('idleBytes')) / 2 ** 20, 115, 'MB'),
    ]
  },
}

async function measureStart(): Promise<Start> {
  const started = performance.now()
  const server = await startServer()
  try {
    const [readyMs, readyCost] = [performance.now() - started, costOf(server.pid)]
    const grower = await register(server.url)
    const { call } = createClient({ origin: server.url })
    await call(signInRoutes.login, { body: { email: grower.email, password: PASSWORD } })
    const device = await addDevice(grower, 'Board')
    await sendReadings(server.url, device, [{ temperature: 21.5 }])
    const [from, to] = [Date.now() - DAY_MS, Date.now() + 1000].map((at) => new Date(at).toISOString())
    await grower.call(readingRoutes.history, {
      query: { deviceId: device.deviceId, from: from!, to: to!, points: 500 },
    })
    const usedCost = costOf(server.pid)
    await wait(IDLE_MS)
    return { readyMs, readyCost, usedCost, idleBytes: memoryOf(server.pid) }
  } finally {
    await server.close()
  }
}

/** Processor time in milliseconds. */
function costOf(pid: number): number {
  return processorSecondsOf(pid) * 1000
}
