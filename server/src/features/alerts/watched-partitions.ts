/** What is known of a partition since this process evaluates its rules. */
export interface Watched {
  readonly partition: number
  /** Silence is counted from here on. */
  countFrom: number
  /** Whether it was not looked at yet: of what came before, memory knows nothing. */
  isFirst: boolean
}

/** The partitions whose devices this process looks at for silence. */
export class WatchedPartitions {
  readonly #watched = new Map<number, Watched>()

  /** Counts the silence of a partition from an instant on. What was known of it may have changed under another owner. */
  begin(partition: number, at: number): void {
    this.#watched.set(partition, { partition, countFrom: at, isFirst: true })
  }

  end(partition: number): void {
    this.#watched.delete(partition)
  }

  /** Returns what is watched now. With `isAnew` it counts from an instant on. */
  look(at: number, isAnew: boolean): readonly Watched[] {
    const looked = [...this.#watched.values()]
    if (isAnew) for (const one of looked) one.countFrom = at
    return looked
  }

  of(partition: number): Readonly<Watched> | undefined {
    return this.#watched.get(partition)
  }
}
