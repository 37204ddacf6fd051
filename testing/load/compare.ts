import type { Crossing } from './pattern.ts'
import type { Received } from './webhooks.ts'

export interface Shown {
  readonly number: number
  readonly temperature: number | null
  readonly airQuality: number | null
}

interface Sent {
  readonly acknowledged: ReadonlySet<number>
  readonly refused: ReadonlyMap<number, string>
  readonly valuesOf: (number: number) => { temperature: number; airQuality: number }
  readonly sent: number
}

/** Numbers of readings. */
export interface ReadingFaults {
  /** Acknowledged readings that are not shown. */
  readonly lost: readonly number[]
  readonly doubled: readonly number[]
  /** Readings that the board never sent, or not with these values. */
  readonly foreign: readonly number[]
}

/** Compares the whole history of a board with what it sent. */
export function compareReadings(
  { acknowledged, refused, valuesOf, sent }: Sent,
  shown: readonly Shown[],
): ReadingFaults {
  const times = new Map<number, number>()
  for (const { number } of shown) times.set(number, (times.get(number) ?? 0) + 1)
  const isRight = ({ number, temperature, airQuality }: Shown) => {
    if (!Number.isInteger(number) || number < 0 || number >= sent) return false
    const values = valuesOf(number)
    // The API shows as many decimals as the sensor has.
    return Math.abs((temperature ?? NaN) - values.temperature) < 1e-6 && airQuality === values.airQuality
  }
  return {
    lost: [...acknowledged, ...refused.keys()].filter((number) => !times.has(number)),
    doubled: [...times].filter(([, count]) => count > 1).map(([number]) => number),
    foreign: shown.filter((one) => !isRight(one)).map(({ number }) => number),
  }
}

/** Differences, one line each. */
export interface ListFaults {
  readonly missing: readonly string[]
  readonly surplus: readonly string[]
}

/** Compares lists in which each line may be several times. */
export function compareLists(expected: readonly string[], found: readonly string[]): ListFaults {
  const open = new Map<string, number>()
  for (const line of expected) open.set(line, (open.get(line) ?? 0) + 1)
  const surplus: string[] = []
  for (const line of found) {
    const count = open.get(line) ?? 0
    if (count === 0) surplus.push(line)
    else open.set(line, count - 1)
  }
  return { missing: [...open].flatMap(([line, count]) => Array<string>(count).fill(line)), surplus }
}

export const lineOf = ({ deviceId, openedAt, closedAt }: Crossing) =>
  `${deviceId} ${new Date(openedAt).toISOString()} to ${closedAt === null ? 'now' : new Date(closedAt).toISOString()}`

export interface MessageFaults extends ListFaults {
  /** Messages about the same under different ids. */
  readonly doubled: readonly string[]
  /** Repeated deliveries of an id, which a killed process may cause. */
  readonly again: number
}

/** Compares messages with the expected ones, `path` and `about` of each in a line. */
export function compareMessages(expected: readonly string[], received: readonly Received[]): MessageFaults {
  const byId = new Map(received.map((one) => [one.id, one]))
  const lines = [...byId.values()].map(({ path, about }) => `${path} ${about}`)
  const { missing, surplus } = compareLists(expected, lines)
  const wanted = new Set(expected)
  return {
    missing,
    surplus: surplus.filter((line) => !wanted.has(line)),
    doubled: surplus.filter((line) => wanted.has(line)),
    again: received.length - byId.size,
  }
}
