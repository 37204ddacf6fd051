import { channelRoutes, conditionRoutes } from '@greenhouse/contract'
import { addDevice, register, type Grower } from '../growers.ts'
import { newBoard, type Board } from './boards.ts'
import { LIMIT, type Pattern } from './pattern.ts'

const PEOPLE = 14
/** One board each, so that a channel stays below its limit of single messages. */
const PEOPLE_WITH_WEBHOOK = 8
const QUICK_EVERY = 25

export interface Person {
  readonly grower: Grower
  readonly boards: readonly Board[]
  /** The path of the webhook; undefined without one. */
  readonly path: string | undefined
}

interface Options {
  readonly url: string
  readonly boards: number
  /** Host and port of the receiver of webhooks. */
  readonly receiver: string
  /** Readings between two crossings of a board with a webhook. */
  readonly webhookEvery: number
}

/** Registers people with boards, each with a limit on its air quality. */
export async function settlePeople({ url, boards, receiver, webhookEvery }: Options): Promise<Person[]> {
  const people: Person[] = []
  let index = 0
  for (let place = 0; place < PEOPLE; place++) {
    const grower = await register(url, `Grower${place}`)
    const path = place < PEOPLE_WITH_WEBHOOK ? `person-${place}` : undefined
    if (path !== undefined) {
      const target = { kind: 'webhook' as const, url: `http://${receiver}/${path}`, format: 'standard' as const }
      await grower.call(channelRoutes.create, { body: { name: 'Barn', target } })
    }
    const without = boards - PEOPLE_WITH_WEBHOOK
    const last = path === undefined ? shareOf(without, place - PEOPLE_WITH_WEBHOOK, PEOPLE - PEOPLE_WITH_WEBHOOK) : 1
    const own: Board[] = []
    for (let count = 0; count < last; count++, index++)
      own.push(await addBoard(grower, index, patternOf(index, path === undefined ? QUICK_EVERY : webhookEvery)))
    people.push({ grower, boards: own, path })
  }
  return people
}

const patternOf = (index: number, every: number): Pattern => ({ first: 5 + ((index * 11) % every), every })

const shareOf = (count: number, place: number, shares: number) =>
  Math.floor(((place + 1) * count) / shares) - Math.floor((place * count) / shares)

async function addBoard(grower: Grower, index: number, pattern: Pattern): Promise<Board> {
  const device = await addDevice(grower, `House ${index}`)
  const condition = { sensorType: 'AirQuality' as const, condition: `>=${LIMIT}` }
  await grower.call(conditionRoutes.createForDevice, { body: { userDeviceId: device.deviceId, ...condition } })
  return newBoard({ index, device, pattern })
}
