import { setImmediate as turn } from 'node:timers/promises'

type Find<Key, Found> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>

interface Batch<Key, Found> {
  readonly keys: Set<Key>
  readonly found: Promise<ReadonlyMap<Key, Found>>
}

/** Collects the lookups of one turn of the event loop into one query. Caches nothing. */
export class TurnLookups<Key, Found> {
  readonly #find: Find<Key, Found>
  readonly #batchSize: number
  #batch: Batch<Key, Found> | undefined

  constructor(find: Find<Key, Found>, batchSize: number) {
    this.#find = find
    this.#batchSize = batchSize
  }

  async find(key: Key): Promise<Found | undefined> {
    if (this.#batch === undefined || this.#batch.keys.size >= this.#batchSize) this.#batch = this.#openBatch()
    this.#batch.keys.add(key)
    return (await this.#batch.found).get(key)
  }

  #openBatch(): Batch<Key, Found> {
    const keys = new Set<Key>()
    const found = turn().then(() => {
      if (this.#batch?.keys === keys) this.#batch = undefined
      return this.#find([...keys])
    })
    return { keys, found }
  }
}
