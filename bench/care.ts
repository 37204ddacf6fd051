import { careRoutes, plantRoutes, taskRoutes, type Parts, type Route } from '@greenhouse/contract'
import { register, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { ENTRIES_PER_PLANT, fillHousehold, KINDS, PLANTS } from './care-household.ts'
import { processorSecondsOf } from './processor-time.ts'
import { atMost, percentile, type Bench, type Figure } from './result.ts'

const ASKED = 40

interface Request {
  readonly what: string
  readonly route: Route
  readonly parts: () => Parts
  readonly limit: number
}

export const careBench: Bench = {
  name: 'care',
  how: `A household with ${PLANTS.toLocaleString('en')} plants, ${(PLANTS * KINDS.length).toLocaleString('en')} tasks and ${(PLANTS * ENTRIES_PER_PLANT).toLocaleString('en')} entries in the care log. Each request is sent ${ASKED} times over HTTP: the processor time of the server for a request, and the median of the times.`,
  async run() {
    const server = await startServer()
    try {
      const owner = await register(server.url)
      const plantIds = await fillHousehold(server, owner)
      const [task] = await owner.call(taskRoutes.list)
      const figures: Figure[] = []
      for (const request of requests(plantIds, task!.taskId)) figures.push(...(await measure(server, owner, request)))
      return figures
    } finally {
      await server.close()
    }
  },
}

function requests(plantIds: readonly string[], taskId: string): Request[] {
  let next = 0
  const plantId = () => plantIds[next++ % plantIds.length]!
  return [
    { what: 'what is due today', route: careRoutes.today, parts: () => ({}), limit: 60 },
    { what: 'all tasks', route: taskRoutes.list, parts: () => ({}), limit: 60 },
    { what: 'all plants', route: plantRoutes.list, parts: () => ({}), limit: 30 },
    {
      what: 'the newest 50 entries of a plant',
      route: careRoutes.list,
      parts: () => ({ query: { plant: plantId() } }),
      limit: 5,
    },
    {
      what: 'the newest 200 entries of all',
      route: careRoutes.list,
      parts: () => ({ query: { limit: 200 } }),
      limit: 10,
    },
    {
      what: 'a task that is done',
      route: careRoutes.done,
      parts: () => ({ params: { taskId }, body: { careId: crypto.randomUUID() } }),
      limit: 10,
    },
    {
      what: 'a plant that is watered',
      route: plantRoutes.water,
      parts: () => ({ query: { plantId: plantId() } }),
      limit: 10,
    },
    { what: 'all plants watered at once', route: plantRoutes.waterAll, parts: () => ({}), limit: 300 },
  ]
}

async function measure(
  { pid }: RunningServer,
  owner: Grower,
  { what, route, parts, limit }: Request,
): Promise<Figure[]> {
  await timeOf(owner, what, route, parts())
  const before = processorSecondsOf(pid)
  const times: number[] = []
  while (times.length < ASKED) times.push(await timeOf(owner, what, route, parts()))
  const processorMs = ((processorSecondsOf(pid) - before) * 1000) / ASKED
  return [
    atMost(`${what}, processor time`, processorMs, limit, 'ms'),
    atMost(`${what}, median`, percentile(times, 0.5), limit, 'ms'),
  ]
}

async function timeOf(owner: Grower, what: string, route: Route, parts: Parts): Promise<number> {
  const started = performance.now()
  const { status } = await owner.send(route, parts)
  if (status !== 200) throw new Error(`The request for ${what} came back with ${status}.`)
  return performance.now() - started
}
