/** After a longer time between two looks this process slept or could not look, or the clock has leapt: who was silent? */
const GAP_MS = 60_000

/** What is known of a partition since this process evaluates its rules. */
export interface Watched {
  readonly partition: number
  /** Silence is counted from here on. */
  countFrom: number
  /** When it was looked at last, or was taken. */
  lookedAt: number
  /** Whether it was not looked at yet: of what came before, memory knows nothing. */
  isFirst: boolean
}

/** The partitions whose devices this process looks at for silence. */
export class WatchedPartitions {
  readonly #watched = new Map<number, Watched>()

  /** Counts the silence of a partition from an instant on. What was known of it may have changed under another owner. */
  begin(partition: number, at: number): void {
    this.#watched.set(partition, { partition, countFrom: at, lookedAt: at, isFirst: true })
  }

  end(partition: number): void {
    this.#watched.delete(partition)
  }

  /** Returns what of it this process follows now. What it has not looked at for long counts from an instant on. */
  look(at: number, follows: (partition: number) => boolean): readonly Watched[] {
    const looked = [...this.#watched.values()].filter(({ partition }) => follows(partition))
    for (const one of looked) if (at < one.lookedAt || at - one.lookedAt > GAP_MS) one.countFrom = at
    return looked
  }

  of(partition: number): Readonly<Watched> | undefined {
    return this.#watched.get(partition)
  }
}
