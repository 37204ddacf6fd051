import type { BoardSource } from '../features/boards/board-owner.ts'
import type { Announced, Announcement } from '../features/boards/board-report.ts'

/** Bounds of what sources announce; of each source, and in all. `bytes` are of its JSON. */
export interface AnnouncedLimits {
  readonly facts: number
  readonly bytes: number
  readonly bytesInAll: number
}

const LIMITS: AnnouncedLimits = { facts: 2000, bytes: 512 * 1024, bytesInAll: 64 * 1024 * 1024 }
/** What a fact takes beside its JSON, about. */
const OVERHEAD_BYTES = 100

interface Fact {
  readonly fact: unknown
  readonly bytes: number
}

/** The facts of one source, the oldest first. */
interface SourceFacts {
  readonly byKey: Map<string, Fact>
  bytes: number
}

/**
 * Remembers what hubs, brokers and devices announce of their boards, each on its own: facts of one source never decode the
 * messages of another. When there is too much of it the oldest facts of the source go, then all of the source that has
 * announced nothing for the longest time.
 */
export class AnnouncedFacts {
  readonly #sources = new Map<string, SourceFacts>()
  readonly #limits: AnnouncedLimits
  #bytes = 0

  constructor(limits: AnnouncedLimits = LIMITS) {
    this.#limits = limits
  }

  /** Bytes of all facts, about. */
  get bytes(): number {
    return this.#bytes
  }

  /** Returns the facts of a source, as they are whenever one is read. */
  of(source: BoardSource): Announced {
    const key = keyOf(source)
    return { get: (fact) => this.#sources.get(key)?.byKey.get(fact)?.fact }
  }

  /** Keeps what a source announces, and drops what it takes back. A fact that is larger than all may be is not kept. */
  keep(source: BoardSource, announces: readonly Announcement[]): void {
    if (announces.length === 0) return
    const key = keyOf(source)
    const facts = this.#sources.get(key) ?? { byKey: new Map<string, Fact>(), bytes: 0 }
    // The source that announced last comes last.
    this.#sources.delete(key)
    for (const announcement of announces) this.#keep(facts, announcement)
    if (facts.byKey.size > 0) this.#sources.set(key, facts)
    for (const [other, { bytes }] of this.#sources) {
      if (this.#bytes <= this.#limits.bytesInAll || other === key) break
      this.#sources.delete(other)
      this.#bytes -= bytes
    }
  }

  /** Forgets what a source has announced. */
  forget(source: BoardSource): void {
    const key = keyOf(source)
    this.#bytes -= this.#sources.get(key)?.bytes ?? 0
    this.#sources.delete(key)
  }

  #keep(facts: SourceFacts, { key, fact }: Announcement): void {
    this.#drop(facts, key)
    if (fact === null || fact === undefined) return
    const bytes = 2 * (key.length + JSON.stringify(fact).length) + OVERHEAD_BYTES
    if (bytes > this.#limits.bytes) return
    facts.byKey.set(key, { fact, bytes })
    facts.bytes += bytes
    this.#bytes += bytes
    for (const oldest of facts.byKey.keys()) {
      if (facts.bytes <= this.#limits.bytes && facts.byKey.size <= this.#limits.facts) break
      this.#drop(facts, oldest)
    }
  }

  #drop(facts: SourceFacts, key: string): void {
    const bytes = facts.byKey.get(key)?.bytes ?? 0
    facts.byKey.delete(key)
    facts.bytes -= bytes
    this.#bytes -= bytes
  }
}

function keyOf({ kind, id }: BoardSource): string {
  return `${kind} ${id}`
}
