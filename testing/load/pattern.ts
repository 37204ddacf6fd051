const START = Date.parse('2026-01-01T00:00:00Z')
/** Far enough apart that the readings fall into many buckets of a chart. */
const APART_MS = 20_000
export const LIMIT = 1000
const [CALM, HIGH] = [400, 1200]

/** Crossings of the limit: at the reading `first`, and every `every` readings after it. */
export interface Pattern {
  readonly first: number
  readonly every: number
}

export interface Crossing {
  readonly deviceId: string
  readonly openedAt: number
  readonly closedAt: number | null
}

export const timeOf = (number: number) => START + number * APART_MS
export const numberAt = (at: number) => (at - START) / APART_MS

/** Returns a reading whose values identify the board and the reading. */
export function readingOf(pattern: Pattern, board: number, number: number) {
  return {
    temperature: (number % 800) / 10 - 20,
    airQuality: (isHigh(pattern, number) ? HIGH : CALM) + board,
    time: new Date(timeOf(number)).toISOString(),
  }
}

/** Returns whether a reading crosses the limit. */
export function isCrossing({ first, every }: Pattern, number: number): boolean {
  return number >= first && (number - first) % every === 0
}

/** Returns the episodes that follow from these readings, in their order. */
export function episodesOf(pattern: Pattern, deviceId: string, numbers: readonly number[]): Crossing[] {
  const found: Crossing[] = []
  let openedAt: number | undefined
  for (const number of numbers) {
    if (isHigh(pattern, number) === (openedAt !== undefined)) continue
    if (openedAt !== undefined) found.push({ deviceId, openedAt, closedAt: timeOf(number) })
    openedAt = openedAt === undefined ? timeOf(number) : undefined
  }
  return openedAt === undefined ? found : [...found, { deviceId, openedAt, closedAt: null }]
}

function isHigh({ first, every }: Pattern, number: number): boolean {
  return number >= first && Math.floor((number - first) / every) % 2 === 0
}
