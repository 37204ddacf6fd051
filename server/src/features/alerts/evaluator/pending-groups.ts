import type { AppendedGroup } from '@greenhouse/timeseries'

/** Entries of groups that wait in memory; further ones are read from the log. */
const ENTRIES_MAX = 50_000
/** Entries that are evaluated together. */
const BATCH_ENTRIES = 2000
const BATCH_GROUPS = 200

/** Groups of a partition that wait for their evaluation. They may come in another order than the log has them. */
export class PendingGroups {
  #bySeq = new Map<number, AppendedGroup>()
  #entries = 0
  #upto = 0

  /** @param isKept false for one of which only the position counts */
  add(group: AppendedGroup, isKept: boolean): void {
    this.#upto = Math.max(this.#upto, group.seq)
    if (!isKept || this.#bySeq.has(group.seq) || this.#entries + group.entries.length > ENTRIES_MAX) return
    this.#bySeq.set(group.seq, group)
    this.#entries += group.entries.length
  }

  /** Takes all that waits. Returns the groups that follow a position without a gap, and the position up to which there are some. */
  take(after: number): { groups: AppendedGroup[]; upto: number } {
    const groups: AppendedGroup[] = []
    for (let seq = after + 1; ; seq++) {
      const group = this.#bySeq.get(seq)
      if (!group) break
      groups.push(group)
    }
    this.#bySeq = new Map()
    this.#entries = 0
    return { groups, upto: this.#upto }
  }
}

/** Divides groups into batches that are evaluated in one transaction each. */
export async function* batchesOf(
  groups: Iterable<AppendedGroup> | AsyncIterable<AppendedGroup>,
): AsyncGenerator<readonly AppendedGroup[]> {
  let batch: AppendedGroup[] = []
  let entries = 0
  for await (const group of groups) {
    batch.push(group)
    entries += group.entries.length
    if (batch.length < BATCH_GROUPS && entries < BATCH_ENTRIES) continue
    yield batch
    batch = []
    entries = 0
  }
  if (batch.length > 0) yield batch
}
