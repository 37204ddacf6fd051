/** One sample of the server, taken every second. */
export interface Sample {
  readonly rssBytes: number
  readonly heapBytes: number
  readonly files: number
  readonly sockets: number
  readonly boards: number
  /** The delay of the event loop since the sample before, p99 in milliseconds. */
  readonly lagMs: number
}

/** Growth that is no leak: caches, compiled code, pages of the database. */
const HEAP_GROWTH_MAX = 10 * 2 ** 20
const RSS_GROWTH_MAX = 40 * 2 ** 20
const SHARE_MAX = 0.15
const FILES_MAX = 8
/** The share of a period that is ignored while caches fill. */
const WARM_UP = 0.25

/**
 * Returns a sentence for each growth in a period without restarts. Memory is compared by its lowest values, those after a
 * collection.
 */
export function growthIn(samples: readonly Sample[]): string[] {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP))
  const third = Math.floor(settled.length / 3)
  if (third < 5) return ['The period without restarts was too short for a result.']
  const [first, last] = [settled.slice(0, third), settled.slice(-third)]
  const low = (part: readonly Sample[], name: keyof Sample) => Math.min(...part.map((sample) => sample[name]))
  const memory = (name: 'heapBytes' | 'rssBytes', most: number, words: string) => {
    const [before, after] = [low(first, name), low(last, name)]
    return after - before > Math.max(most, before * SHARE_MAX)
      ? [`${words} grew from ${megabytes(before)} to ${megabytes(after)}.`]
      : []
  }
  const count = (name: 'files' | 'sockets' | 'boards', words: string) => {
    const [before, after] = [low(first, name), low(last, name)]
    return after - before > FILES_MAX ? [`${words} grew from ${before} to ${after}.`] : []
  }
  return [
    ...memory('heapBytes', HEAP_GROWTH_MAX, 'The heap'),
    ...memory('rssBytes', RSS_GROWTH_MAX, 'The memory of the process'),
    ...count('files', 'Open files and sockets'),
    ...count('sockets', 'Live connections'),
    ...count('boards', 'Connections of boards'),
  ]
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
