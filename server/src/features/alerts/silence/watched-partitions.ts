/** After a longer time between two looks this process slept or could not look, or the clock has leapt: who was silent? */
export const GAP_MS = 60_000

/** So often it is noted for the next owner from when on silence is counted: it may take over half a minute after a kill. */
const NOTED_EVERY_MS = 30_000

/** The state of a partition since this process evaluates its rules. */
export interface Watched {
  readonly partition: number
  /** Silence is counted from here on. */
  countFrom: number
  /** When it was checked last, or was taken. */
  checkedAt: number
  /** Whether it was not checked yet: of what came before, memory knows nothing. */
  isFirst: boolean
  /** The last note for the next owner, and its time. */
  noted: { readonly countFrom: number; readonly at: number } | undefined
}

/** The partitions whose devices this process looks at for silence. */
export class WatchedPartitions {
  readonly #watched = new Map<number, Watched>()

  /**
   * Watches a partition from `at` on, with a new state.
   *
   * @param countFrom when the previous owner began to count silence, by its clock, which may be ahead
   */
  begin(partition: number, at: number, countFrom = at): void {
    const counted = { countFrom: Math.min(countFrom, at), checkedAt: at }
    this.#watched.set(partition, { partition, ...counted, isFirst: true, noted: undefined })
  }

  end(partition: number): void {
    this.#watched.delete(partition)
  }

  /** Returns the partitions whose values reach this process. After a long pause the count begins anew. */
  check(at: number, receives: (partition: number) => boolean): readonly Watched[] {
    const checked = [...this.#watched.values()].filter(({ partition }) => receives(partition))
    for (const one of checked) if (at < one.checkedAt || at - one.checkedAt > GAP_MS) one.countFrom = at
    return checked
  }

  /** Returns partitions whose note is missing or old. */
  unnoted(checked: readonly Watched[], at: number): readonly Watched[] {
    return checked.filter(({ countFrom, noted }) => noted?.countFrom !== countFrom || at - noted.at >= NOTED_EVERY_MS)
  }

  of(partition: number): Readonly<Watched> | undefined {
    return this.#watched.get(partition)
  }
}
