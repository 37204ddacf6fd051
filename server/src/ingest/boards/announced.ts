import type { BoardSource } from '../../features/boards/board-owner.ts'
import type { AnnouncedFact, StoredFact } from '../../features/boards/announcement-store.ts'
import type { Announced, Announcement } from '../../features/boards/board-report.ts'

/** Bounds of what the boards of one person announce, and of what is in memory of all. `bytes` are of its JSON. */
export interface AnnouncedLimits {
  readonly bytes: number
  readonly bytesInAll: number
}

const LIMITS: AnnouncedLimits = { bytes: 2 * 1024 * 1024, bytesInAll: 64 * 1024 * 1024 }
/** Approximate overhead of a fact beside its JSON. */
const OVERHEAD_BYTES = 100

interface KnownFact extends AnnouncedFact {
  readonly bytes: number
  isStored: boolean
  isClaimed: boolean
}

/** Facts of boards that are not listed go first, then those of boards that are not claimed. */
const WORTH: ReadonlyArray<(fact: KnownFact) => boolean> = [
  ({ isStored }) => !isStored,
  ({ isClaimed }) => !isClaimed,
  () => true,
]

/** The facts of one person by source and key, the oldest first. */
class PersonFacts {
  readonly byPlace = new Map<string, KnownFact>()
  bytes = 0
  /** Whether they were read from the database, and have to be read again. */
  state: 'unread' | 'stale' | 'read' = 'unread'
  expirations = 0
}

/**
 * Remembers what hubs, brokers and devices announce of their boards, each on its own: facts of one source never decode the
 * messages of another. A person who announces too much loses facts of their own: first those of boards that are not listed,
 * then of new ones, at last of claimed ones. When memory is full, the person who takes most of it has theirs read again from
 * the database.
 */
export class AnnouncedFacts {
  readonly #people = new Map<string, PersonFacts>()
  readonly #limits: AnnouncedLimits
  #bytes = 0

  constructor(limits: AnnouncedLimits = LIMITS) {
    this.#limits = limits
  }

  /** Bytes of all facts in memory, about. */
  get bytes(): number {
    return this.#bytes
  }

  /** Returns whether the facts of a person are in memory as they are stored. */
  isLoaded(householdId: string): boolean {
    return this.#people.get(householdId)?.state === 'read'
  }

  /** Returns whether the facts of a person can be used while the database is unavailable. */
  isKnown(householdId: string): boolean {
    return (this.#people.get(householdId)?.state ?? 'unread') !== 'unread'
  }

  /** Returns how often the facts of a person were expired: what is read from now on is newer than that. */
  expirations(householdId: string): number {
    return this.#of(householdId).expirations
  }

  /**
   * Adds the facts of a person that were read after this many expirations, oldest first. An unstored fact in memory is
   * newer.
   */
  load(householdId: string, stored: readonly StoredFact[], expirations: number): void {
    const own = this.#of(householdId)
    const unstored = new Set([...own.byPlace].flatMap(([place, { isStored }]) => (isStored ? [] : [place])))
    for (const known of own.byPlace.values()) known.isStored = false
    for (const { isClaimed, ...fact } of stored)
      if (!unstored.has(placeOf(fact))) this.#set(own, fact, { isStored: true, isClaimed })
    own.state = expirations === own.expirations ? 'read' : 'stale'
    this.#makeRoomInAll()
  }

  /** Has the facts of a person read again, or those of everybody. */
  expire(householdId?: string): void {
    for (const [id, own] of this.#people) {
      if (householdId !== undefined && id !== householdId) continue
      if (own.state === 'read') own.state = 'stale'
      own.expirations++
    }
  }

  /** Returns the facts of a source, as they are whenever one is read. */
  of(householdId: string, source: BoardSource): Announced {
    return { get: (key) => this.#people.get(householdId)?.byPlace.get(placeOf({ source, key }))?.fact }
  }

  /**
   * Keeps what a source announces, and drops what it takes back. A fact that is larger than all may be is not kept. Returns
   * what has to be stored; a fact of undefined has to be removed.
   */
  keep(householdId: string, source: BoardSource, announces: readonly Announcement[]): AnnouncedFact[] {
    const own = this.#of(householdId)
    const changes: AnnouncedFact[] = []
    for (const { key, fact } of announces) {
      const known = own.byPlace.get(placeOf({ source, key }))
      this.#drop(own, known)
      const isKept = fact !== null && fact !== undefined && bytesOf(key, fact) <= this.#limits.bytes
      const isSame = isKept && known?.isStored === true && JSON.stringify(known.fact) === JSON.stringify(fact)
      if (isKept) this.#set(own, { source, key, fact }, { isStored: isSame, isClaimed: known?.isClaimed === true })
      if (!isSame && (isKept || known?.isStored)) changes.push({ source, key, fact: isKept ? fact : undefined })
    }
    for (const { isStored, ...dropped } of this.#trim(own))
      if (isStored) changes.push({ source: dropped.source, key: dropped.key, fact: undefined })
    this.#makeRoomInAll()
    return changes
  }

  /** Notes that a fact is stored, unless another one has taken its place since. */
  noteStored(householdId: string, { source, key, fact }: AnnouncedFact, isClaimed: boolean): void {
    const known = this.#people.get(householdId)?.byPlace.get(placeOf({ source, key }))
    if (known && known.fact === fact) Object.assign(known, { isStored: true, isClaimed })
  }

  /** Returns whether a fact was neither replaced nor dropped for others of its person. */
  isCurrent(householdId: string, { source, key, fact }: AnnouncedFact): boolean {
    const own = this.#people.get(householdId)
    return !own || own.byPlace.get(placeOf({ source, key }))?.fact === fact
  }

  /** Forgets what a source has announced. */
  forget(householdId: string, source: BoardSource): void {
    const own = this.#of(householdId)
    for (const fact of own.byPlace.values())
      if (fact.source.kind === source.kind && fact.source.id === source.id) this.#drop(own, fact)
  }

  #of(householdId: string): PersonFacts {
    const own = this.#people.get(householdId) ?? new PersonFacts()
    this.#people.set(householdId, own)
    return own
  }

  #set(own: PersonFacts, fact: AnnouncedFact, state: Pick<KnownFact, 'isStored' | 'isClaimed'>): void {
    const place = placeOf(fact)
    this.#drop(own, own.byPlace.get(place))
    const bytes = bytesOf(fact.key, fact.fact)
    own.byPlace.set(place, { ...fact, ...state, bytes })
    own.bytes += bytes
    this.#bytes += bytes
  }

  #drop(own: PersonFacts, fact: KnownFact | undefined): void {
    if (!fact || !own.byPlace.delete(placeOf(fact))) return
    own.bytes -= fact.bytes
    this.#bytes -= fact.bytes
  }

  /** Drops the oldest facts of a person who has too many, those first that are worth least. Returns them. */
  #trim(own: PersonFacts): KnownFact[] {
    const dropped: KnownFact[] = []
    for (const isWorthLess of WORTH)
      for (const fact of own.byPlace.values()) {
        if (own.bytes <= this.#limits.bytes) return dropped
        if (!isWorthLess(fact)) continue
        this.#drop(own, fact)
        dropped.push(fact)
      }
    return dropped
  }

  #makeRoomInAll(): void {
    while (this.#bytes > this.#limits.bytesInAll) {
      const [householdId, { bytes }] = [...this.#people].reduce((most, one) =>
        one[1].bytes > most[1].bytes ? one : most,
      )
      this.#people.delete(householdId)
      this.#bytes -= bytes
    }
  }
}

function bytesOf(key: string, fact: unknown): number {
  return 2 * (key.length + JSON.stringify(fact).length) + OVERHEAD_BYTES
}

function placeOf({ source: { kind, id }, key }: Pick<AnnouncedFact, 'source' | 'key'>): string {
  return `${kind} ${id} ${key}`
}
