import type { BoardValue } from '../../features/boards/board-report.ts'

/** Values of a board that come within this time are of one reading. */
const MERGED_MS = 1000
const BOARDS_MAX = 10_000
const VALUES_MAX = 64
/** How far the times of one board may run ahead of the clock: a millisecond for each reading. */
const AHEAD_AT_MOST_MS = 600_000

/** Values with the time of the reading that they belong to, and what came of that reading before. */
export interface MergedValues {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly before: readonly BoardValue[]
}

interface OpenReading {
  readonly time: number
  readonly values: BoardValue[]
  readonly series: Set<string>
}

/**
 * Merges the values that a board sends on several topics, without a time, to readings: what comes within one second has the
 * arrival time of the first, until a series comes again. Nothing is held back: each message is stored when it comes, at
 * the time of its reading.
 */
export class MergeValues {
  /** The newest reading of each board, oldest first. */
  readonly #open = new Map<string, OpenReading>()
  readonly #boardsMax: number

  constructor({ boardsMax = BOARDS_MAX } = {}) {
    this.#boardsMax = boardsMax
  }

  /** Returns the reading that the values belong to. `arrivedAt`: milliseconds since 1970. */
  merge(board: string, arrivedAt: number, values: readonly BoardValue[]): MergedValues {
    const last = this.#open.get(board)
    if (last && belongsTo(last, arrivedAt, values)) {
      const before = last.values.slice()
      add(last, values)
      return { time: last.time, before }
    }
    const begun: OpenReading = { time: timeAfter(last, arrivedAt), values: [], series: new Set() }
    add(begun, values)
    this.#open.delete(board)
    this.#makeRoom(arrivedAt)
    this.#open.set(board, begun)
    return { time: begun.time, before: [] }
  }

  /** Begins a new reading with the next values of a board, as when the last ones could not be stored. */
  forget(board: string): void {
    this.#open.delete(board)
  }

  /** Drops what no value can belong to any more, and the oldest reading when there are too many. */
  #makeRoom(now: number): void {
    for (const [board, { time }] of this.#open) {
      const isOver = time + MERGED_MS <= now
      if (!isOver && this.#open.size < this.#boardsMax) return
      this.#open.delete(board)
    }
  }
}

function belongsTo({ time, values, series }: OpenReading, arrivedAt: number, added: readonly BoardValue[]): boolean {
  if (Math.abs(arrivedAt - time) >= MERGED_MS || values.length + added.length > VALUES_MAX) return false
  return !added.some((value) => series.has(seriesOf(value)))
}

/** Two readings of one board in the same millisecond are still two. */
function timeAfter(last: OpenReading | undefined, arrivedAt: number): number {
  if (!last || last.time < arrivedAt || last.time - arrivedAt > AHEAD_AT_MOST_MS) return arrivedAt
  return last.time + 1
}

function add({ values, series }: OpenReading, added: readonly BoardValue[]): void {
  for (const value of added) {
    values.push(value)
    series.add(seriesOf(value))
  }
}

function seriesOf({ metric, channel }: BoardValue): string {
  return `${metric} ${channel}`
}
