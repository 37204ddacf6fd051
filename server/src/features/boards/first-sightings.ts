import { TokenBuckets } from '../../platform/rate-limit/token-bucket.ts'
import type { BoardReport } from './board-report.ts'

/** What is remembered of boards that were heard once: of one person, and the bytes of all. */
const SIGHTINGS_MAX = 200
const BYTES_MAX = 8 * 1024 * 1024
/** Boards that a person may get at once, and from then on: whoever invents ids has hardly anything written. */
const NEW_BOARDS = { burst: 200, perSecond: 1 / 30 }
/** Rough sizes in memory. */
const REPORT_BYTES = 500
const VALUE_BYTES = 100

/** The first message of a board that nobody knows yet. */
export interface Sighting {
  readonly report: BoardReport
  /** Milliseconds since 1970. */
  readonly arrivedAt: number
  readonly isRetained: boolean
}

/**
 * Boards that were heard once. An id that comes once and never again, as of a neighbour or of somebody who invents them,
 * costs a little memory and nothing else.
 */
export class FirstSightings {
  /** By person, then by board, the oldest first. */
  readonly #people = new Map<string, Map<string, Sighting>>()
  readonly #mayAdd = new TokenBuckets<string>(NEW_BOARDS)
  readonly #bytesMax: number
  #bytes = 0

  constructor({ bytesMax = BYTES_MAX } = {}) {
    this.#bytesMax = bytesMax
  }

  /** Bytes of what is remembered, about. */
  get bytes(): number {
    return this.#bytes
  }

  count(userId: string): number {
    return this.#people.get(userId)?.size ?? 0
  }

  /**
   * Returns what an unknown board has reported so far, when it is to be stored now: with its second message, or when it
   * announces itself. Undefined otherwise; it is remembered then.
   */
  see(userId: string, key: string, sighting: Sighting): readonly Sighting[] | undefined {
    const { report, isRetained } = sighting
    const { announces = [], readings, notes = [] } = report
    if (announces.length === 0 && readings.length === 0 && notes.length === 0) return undefined
    const first = this.#people.get(userId)?.get(key)
    // A list of readings is no accident.
    const isCertain = announces.length > 0 || (!isRetained && (first !== undefined || readings.length > 1))
    if (isCertain && this.#mayAdd.waitMs(userId) === 0) {
      this.#mayAdd.consume(userId)
      this.#forget(userId, key)
      return first ? [first, sighting] : [sighting]
    }
    this.#keep(userId, key, first && !first.isRetained ? first : sighting)
    return undefined
  }

  /** Remembers a board again that could not be stored. */
  restore(userId: string, key: string, sighting: Sighting): void {
    this.#keep(userId, key, sighting)
  }

  /** The oldest ones of the same person make room. */
  #keep(userId: string, key: string, sighting: Sighting): void {
    this.#forget(userId, key)
    const own = this.#people.get(userId) ?? new Map<string, Sighting>()
    this.#people.set(userId, own.set(key, sighting))
    this.#bytes += bytesOf(sighting)
    while (own.size > SIGHTINGS_MAX || (this.#bytes > this.#bytesMax && own.size > 1)) this.#dropOldest(userId, own)
    for (const [other, boards] of this.#people) {
      if (this.#bytes <= this.#bytesMax) return
      if (boards !== own) this.#dropOldest(other, boards)
    }
  }

  #forget(userId: string, key: string): void {
    const own = this.#people.get(userId)
    const sighting = own?.get(key)
    if (!own || !sighting) return
    own.delete(key)
    if (own.size === 0) this.#people.delete(userId)
    this.#bytes -= bytesOf(sighting)
  }

  #dropOldest(userId: string, boards: ReadonlyMap<string, Sighting>): void {
    const [oldest] = boards.keys()
    if (oldest !== undefined) this.#forget(userId, oldest)
  }
}

function bytesOf({ report }: Sighting): number {
  const values = report.readings.reduce((sum, reading) => sum + reading.values.length, 0)
  const texts = [report.board.externalId, report.board.name, report.board.model, ...(report.notes ?? [])]
  return REPORT_BYTES + VALUE_BYTES * values + texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0)
}
