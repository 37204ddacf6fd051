import { setTimeout as sleep } from 'node:timers/promises'
import { boardRoutes, hubRoutes, type Client } from '@greenhouse/contract'
import type { Board } from './board.ts'
import { families } from './families/families.ts'
import { familyBoards, type MqttFamily } from './families/family.ts'
import { startFamily } from './families/start-family.ts'
import { measure, sensor } from './sensors.ts'

/** Shorter than the interval of real boards. */
const INTERVAL_SECONDS = 20
const HEARD_WITHIN_MS = 15_000

interface DemoFamily {
  readonly family: string
  readonly count: number
  /** The device of its first board; the others stay unclaimed. */
  readonly claimedAs?: string
}

const GARDEN: readonly DemoFamily[] = [
  { family: 'tasmota', count: 1, claimedAs: 'Potting shed' },
  { family: 'zigbee2mqtt', count: 2, claimedAs: 'Herb bed' },
  { family: 'shelly', count: 1 },
  { family: 'esphome', count: 1 },
  { family: 'theengs', count: 1 },
]

/** Creates a hub, starts boards of other manufacturers with its token, and claims some. */
export async function startDemoBoards(account: Client, url: string): Promise<readonly Board[]> {
  const { token } = await account.call(hubRoutes.create, { body: { name: 'Boards of other makers' } })
  const started: Board[] = []
  for (const { family, count } of GARDEN) started.push(await startDemoFamily(family, { count, url, token }))
  await Promise.all(
    GARDEN.flatMap(({ family, claimedAs }) => (claimedAs === undefined ? [] : claim(account, family, claimedAs))),
  )
  return started
}

function startDemoFamily(name: string, { count, url, token }: { count: number; url: string; token: string }) {
  const family = families.get(name) as MqttFamily
  const sensors = family.sensors.map(sensor)
  return startFamily(family, {
    boards: familyBoards(name, count, 1),
    url,
    token,
    intervalSeconds: INTERVAL_SECONDS,
    measure: ({ place, address }, at) =>
      measure(
        { seed: 11, spot: place + Number.parseInt(address.slice(-4), 16), warmth: 5, sun: 1.1, moisture: 5 },
        sensors,
        at,
      ),
  })
}

/** Claims the first board of a family once the server lists it. */
async function claim({ call }: Client, family: string, deviceName: string): Promise<void> {
  const until = Date.now() + HEARD_WITHIN_MS
  while (Date.now() < until) {
    const listed = await call(boardRoutes.list)
    const board = listed.filter((one) => one.family === family).sort((a, b) => compare(a.externalId, b.externalId))[0]
    if (board) {
      await call(boardRoutes.claim, { params: { boardId: board.boardId }, body: { deviceName } })
      return
    }
    await sleep(500)
  }
  console.warn(`The board of ${family} was not found, and is not claimed.`)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
