import type { Db } from '../db/schema.ts'
import { findChunkAfter, findChunkAt, findChunkData, type Chunk } from './chunk-store.ts'
import { decodeTimes, partsOf, unlessDamaged } from './codec.ts'
import { firstFrom } from './columns.ts'
import type { Limits } from './limits.ts'
import type { Suspects } from './suspects.ts'

/** A chunk with the range of time that belongs to it, or the range before the first chunk. */
interface Territory {
  readonly deviceKey: number
  readonly from: number
  readonly to: number
  readonly chunk: Chunk | undefined
  /** Undefined until the first value lies between those of the chunk. */
  parts: readonly Uint8Array[] | undefined
  readonly times: Map<number, readonly Float64Array[]>
}

/** Finds out whether values that came late are in the chunks already. It decodes times only, and keeps the last ones. */
export class LateValues {
  readonly #db: Db
  readonly #most: number
  readonly #suspects: Suspects
  /** Used last first. */
  #known: Territory[] = []

  constructor(db: Db, { lateChunks }: Limits, suspects: Suspects) {
    this.#db = db
    this.#most = lateChunks
    this.#suspects = suspects
  }

  /**
   * Returns whether a chunk holds a value of a slot and time. One that retention has emptied counts as holding every time in
   * its range, because a repetition could not be recognised. What cannot be read counts as lost, so that a value which is
   * sent again replaces it.
   */
  async isInChunk(deviceKey: number, slot: number, at: number, isAgain = false): Promise<boolean> {
    const territory = this.#find(deviceKey, at) ?? (await this.#load(deviceKey, at))
    const { chunk } = territory
    if (!chunk || at > chunk.toAt) return false
    if (chunk.dataId === null) return true
    const onDamage = () => this.#suspects.add(chunk)
    if (!territory.parts) {
      const bytes = await findChunkData(this.#db, chunk.dataId)
      if (!bytes && !isAgain) {
        // The compactor of the partition, if it is another process, may have replaced the chunk since.
        this.forget(deviceKey)
        return this.isInChunk(deviceKey, slot, at, true)
      }
      if (!bytes) onDamage()
      territory.parts = (bytes && unlessDamaged(() => partsOf(bytes), onDamage)) ?? []
    }
    let times = territory.times.get(slot)
    if (!times) {
      times = territory.parts.flatMap((part) => unlessDamaged(() => [decodeTimes(part, slot)], onDamage) ?? [])
      territory.times.set(slot, times)
    }
    return times.some((list) => list[firstFrom(list, at)] === at)
  }

  /** Forgets the chunks of a device, because they change. */
  forget(deviceKey: number): void {
    this.#known = this.#known.filter((territory) => territory.deviceKey !== deviceKey)
  }

  /** Forgets all chunks, because any may have changed. */
  forgetAll(): void {
    this.#known = []
  }

  #find(deviceKey: number, at: number): Territory | undefined {
    const index = this.#known.findIndex((one) => one.deviceKey === deviceKey && one.from <= at && at < one.to)
    if (index < 0) return undefined
    const territory = this.#known[index]!
    if (index > 0) {
      this.#known.splice(index, 1)
      this.#known.unshift(territory)
    }
    return territory
  }

  async #load(deviceKey: number, at: number): Promise<Territory> {
    const chunk = await findChunkAt(this.#db, deviceKey, at)
    const next = await findChunkAfter(this.#db, deviceKey, at)
    const range = { from: chunk?.fromAt ?? -Infinity, to: next?.fromAt ?? Infinity }
    const territory: Territory = { deviceKey, ...range, chunk, parts: undefined, times: new Map() }
    this.#known.unshift(territory)
    if (this.#known.length > this.#most) this.#known.pop()
    return territory
  }
}
