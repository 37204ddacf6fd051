import type { TimeSeries } from '../../platform/timeseries/timeseries.ts'

/** What is known of a partition since this process owns it. */
interface Watched {
  /** Silence is counted from here on. */
  countFrom: number
  /** Whether it was not looked at yet. */
  isFirst: boolean
}

/** The partitions whose devices this process looks at for silence. */
export class WatchedPartitions {
  readonly #timeSeries: Pick<TimeSeries, 'owned' | 'partitionOf'>
  readonly #watched = new Map<number, Watched>()

  constructor(timeSeries: Pick<TimeSeries, 'owned' | 'partitionOf'>) {
    this.#timeSeries = timeSeries
  }

  /** Returns the partitions that this process owns now. Those that it did not own, or all of them, count from an instant on. */
  look(at: number, isAnew: boolean): readonly number[] {
    const owned = this.#timeSeries.owned()
    for (const partition of this.#watched.keys()) if (!owned.includes(partition)) this.forget(partition)
    for (const partition of owned) {
      const known = this.#watched.get(partition)
      if (!known) this.#watched.set(partition, { countFrom: at, isFirst: true })
      else if (isAnew) known.countFrom = at
    }
    return owned
  }

  of(deviceKey: number): Readonly<Watched> | undefined {
    return this.#watched.get(this.#timeSeries.partitionOf(deviceKey))
  }

  noteLooked(partitions: readonly number[]): void {
    for (const partition of partitions) {
      const known = this.#watched.get(partition)
      if (known) known.isFirst = false
    }
  }

  forget(partition: number): void {
    this.#watched.delete(partition)
  }
}
