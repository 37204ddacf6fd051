/** One look at the server, of which there is one a second. */
export interface Sample {
  readonly rssBytes: number
  readonly heapBytes: number
  readonly files: number
  readonly sockets: number
  readonly boards: number
  /** How late the event loop was since the look before, p99 in milliseconds. */
  readonly lagMs: number
}

/** What may come on top for other reasons than a leak: caches that fill, code that is compiled, pages of the database. */
const HEAP_GROWTH_MAX = 10 * 2 ** 20
const RSS_GROWTH_MAX = 40 * 2 ** 20
const SHARE_MAX = 0.15
const FILES_MAX = 8
/** Of a stretch without restarts, after which things have settled. */
const WARM_UP = 0.25

/**
 * What grew in a stretch without restarts, in words; nothing when it stayed flat. Memory is compared by its lowest
 * values, which are what is left after a collection; the first quarter is left out.
 */
export function growthIn(samples: readonly Sample[]): string[] {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP))
  const third = Math.floor(settled.length / 3)
  if (third < 5) return ['The stretch without restarts was too short to tell.']
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
