import type { Db } from '../base/database.ts'
import { findChunkAfter, findChunkAt, findChunkData, type Chunk } from '../stores/chunk-store.ts'
import { decodeTimes, partsOf, unlessDamaged } from '../codec/codec.ts'
import { firstFrom } from '../codec/columns.ts'
import type { Limits } from '../base/limits.ts'
import type { SuspectChunks } from '../base/suspect-chunks.ts'

/** A chunk with its range of time, or the range before the first chunk. */
interface TimeSpan {
  readonly deviceKey: number
  readonly from: number
  readonly to: number
  readonly chunk: Chunk | undefined
  /** Undefined until a value falls between those of the chunk. */
  parts: readonly Uint8Array[] | undefined
  readonly times: Map<number, readonly Float64Array[]>
}

/** Recognises late values that chunks hold already. Decodes times only, and caches the last ones. */
export class LateValues {
  readonly #db: Db
  readonly #capacity: number
  readonly #suspectChunks: SuspectChunks
  #known: TimeSpan[] = []

  constructor(db: Db, { lateChunks }: Limits, suspectChunks: SuspectChunks) {
    this.#db = db
    this.#capacity = lateChunks
    this.#suspectChunks = suspectChunks
  }

  /**
   * Returns whether a chunk holds a value of a slot and time, at once when cached. A chunk that retention has emptied
   * counts as holding its whole range, an unreadable one as holding nothing, so that lost values can be sent again.
   */
  isInChunk(deviceKey: number, slot: number, at: number): boolean | Promise<boolean> {
    const timeSpan = this.#find(deviceKey, at)
    return (timeSpan && this.#isIn(timeSpan, slot, at)) ?? this.#read(deviceKey, slot, at)
  }

  /**
   * Returns the time up to which no chunk has a value after `at`. Undefined when that is not cached, or `at` lies
   * before a value of its chunk.
   */
  freeUntil(deviceKey: number, at: number): number | undefined {
    const timeSpan = this.#find(deviceKey, at)
    return timeSpan && at >= (timeSpan.chunk?.toAt ?? -Infinity) ? timeSpan.to : undefined
  }

  #isIn({ chunk, parts, times }: TimeSpan, slot: number, at: number): boolean | undefined {
    if (!chunk || at > chunk.toAt) return false
    if (chunk.dataId === null) return true
    if (!parts) return undefined
    let own = times.get(slot)
    if (!own) {
      const onDamage = () => this.#suspectChunks.add(chunk)
      own = parts.flatMap((part) => unlessDamaged(() => [decodeTimes(part, slot)], onDamage) ?? [])
      times.set(slot, own)
    }
    for (const list of own) if (list[firstFrom(list, at)] === at) return true
    return false
  }

  async #read(deviceKey: number, slot: number, at: number, isAgain = false): Promise<boolean> {
    const timeSpan = this.#find(deviceKey, at) ?? (await this.#load(deviceKey, at))
    const isIn = this.#isIn(timeSpan, slot, at)
    if (isIn !== undefined) return isIn
    const chunk = timeSpan.chunk!
    const bytes = await findChunkData(this.#db, chunk.dataId!)
    if (!bytes && !isAgain) {
      // The owner in another process may have replaced the chunk.
      this.forget(deviceKey)
      return this.#read(deviceKey, slot, at, true)
    }
    const onDamage = () => this.#suspectChunks.add(chunk)
    if (!bytes) onDamage()
    timeSpan.parts = (bytes && unlessDamaged(() => partsOf(bytes), onDamage)) ?? []
    return this.#isIn(timeSpan, slot, at) ?? false
  }

  forget(deviceKey: number): void {
    this.#known = this.#known.filter((timeSpan) => timeSpan.deviceKey !== deviceKey)
  }

  forgetAll(): void {
    this.#known = []
  }

  #find(deviceKey: number, at: number): TimeSpan | undefined {
    const first = this.#known[0]
    if (first && isOf(first, deviceKey, at)) return first
    const index = this.#known.findIndex((one) => isOf(one, deviceKey, at))
    if (index < 0) return undefined
    const [timeSpan] = this.#known.splice(index, 1)
    if (timeSpan) this.#known.unshift(timeSpan)
    return timeSpan
  }

  async #load(deviceKey: number, at: number): Promise<TimeSpan> {
    const chunk = await findChunkAt(this.#db, deviceKey, at)
    const next = await findChunkAfter(this.#db, deviceKey, at)
    const range = { from: chunk?.fromAt ?? -Infinity, to: next?.fromAt ?? Infinity }
    const timeSpan: TimeSpan = { deviceKey, ...range, chunk, parts: undefined, times: new Map() }
    this.#known.unshift(timeSpan)
    if (this.#known.length > this.#capacity) this.#known.pop()
    return timeSpan
  }
}

function isOf(timeSpan: TimeSpan, deviceKey: number, at: number): boolean {
  return timeSpan.deviceKey === deviceKey && timeSpan.from <= at && at < timeSpan.to
}
