import { isUnavailable } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { loadBoards } from './board-store.ts'
import { KnownBoard } from './known-board.ts'

/** About 1 KB each. */
const BOARDS_MAX = 50_000

export class PersonBoards {
  isStale = false
  readonly #byKey: Map<string, KnownBoard>

  constructor(boards: readonly KnownBoard[]) {
    this.#byKey = new Map(boards.map((board) => [board.key, board]))
  }

  get size(): number {
    return this.#byKey.size
  }

  get(key: string): KnownBoard | undefined {
    return this.#byKey.get(key)
  }

  add(board: KnownBoard): void {
    this.#byKey.set(board.key, board)
  }

  remove(boardId: string): void {
    for (const [key, board] of this.#byKey) if (board.boardId === boardId) this.#byKey.delete(key)
  }

  countUnclaimed(): number {
    return [...this.#byKey.values()].filter(({ device }) => device === undefined).length
  }

  countWaiting(): { readonly count: number; readonly fullest: KnownBoard | undefined } {
    let count = 0
    let fullest: KnownBoard | undefined
    for (const board of this.#byKey.values()) {
      if (board.device) continue
      count += board.waiting
      if (board.waiting > (fullest?.waiting ?? 0)) fullest = board
    }
    return { count, fullest }
  }

  hasFamily(deviceKey: number, family: string): boolean {
    return [...this.#byKey.values()].some((board) => board.device?.deviceKey === deviceKey && board.family === family)
  }
}

/** Caches the boards of people, so that a message need not wait for the database. */
export class KnownBoards {
  readonly #people = new Map<string, PersonBoards>()
  readonly #capacity: number
  #forgotten = 0

  constructor({ capacity = BOARDS_MAX } = {}) {
    this.#capacity = capacity
  }

  of(householdId: string): PersonBoards | undefined {
    const known = this.#people.get(householdId)
    return known?.isStale ? undefined : known
  }

  /** Returns the boards of a household; while the database is unavailable, the last known ones. */
  async find(db: Db, householdId: string): Promise<PersonBoards> {
    try {
      return await this.load(db, householdId)
    } catch (error) {
      const known = isUnavailable(error) ? this.#people.get(householdId) : undefined
      if (!known) throw error
      return known
    }
  }

  async load(db: Db, householdId: string): Promise<PersonBoards> {
    const known = this.of(householdId)
    if (known) return known
    const forgotten = this.#forgotten
    const boards = new PersonBoards((await loadBoards(db, householdId)).map((stored) => new KnownBoard(stored)))
    // A change during loading may be missing from the result.
    if (this.#forgotten === forgotten) this.#keep(householdId, boards)
    return boards
  }

  #keep(householdId: string, boards: PersonBoards): void {
    this.#people.delete(householdId)
    let size = [...this.#people.values()].reduce((sum, one) => sum + one.size, boards.size)
    for (const [oldest, { size: its }] of this.#people) {
      if (size <= this.#capacity) break
      this.#people.delete(oldest)
      size -= its
    }
    this.#people.set(householdId, boards)
  }

  forgetAll(): void {
    this.#forgotten++
    for (const boards of this.#people.values()) boards.isStale = true
  }

  forget(householdId: string): void {
    this.#forgotten++
    const known = this.#people.get(householdId)
    if (known) known.isStale = true
  }
}
