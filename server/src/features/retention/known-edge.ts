import { findReadingsFrom } from '../series/retention-store.ts'
import type { Context } from '../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'

const CHECKED_EVERY_MS = 60_000
/** Another process reads the edge within this time, or does not respond. */
export const KNOWN_WITHIN_MS = 3 * CHECKED_EVERY_MS

/** The instant before which readings are refused and removed, as this process knows it. */
export class KnownEdge {
  readonly #now: () => number
  from = -Infinity
  #movedAt = -Infinity

  constructor(now: () => number) {
    this.#now = now
  }

  note(from: number): void {
    if (from <= this.from) return
    this.from = from
    this.#movedAt = this.#now()
  }

  /** Whether every process has read the edge by now. */
  get isKnownToAll(): boolean {
    return Math.abs(this.#now() - this.#movedAt) >= KNOWN_WITHIN_MS
  }
}

/** Removes older values only once all processes refuse such readings: a gateway could accept a removed one. */
export function openEdgeWatch(
  { db, log, timeSeries }: Pick<Context, 'db' | 'log' | 'timeSeries'>,
  edge: KnownEdge,
): PeriodicJob {
  let droppedFrom = -Infinity

  async function dropOwned(): Promise<void> {
    edge.note(await findReadingsFrom(db))
    const { from } = edge
    if (droppedFrom >= from || !edge.isKnownToAll || timeSeries.owned().length === 0) return
    const values = await timeSeries.dropBefore(from)
    droppedFrom = from
    if (values > 0) log.info({ event: 'retention.removed', values })
  }

  return openPeriodicJob(dropOwned, {
    everyMs: CHECKED_EVERY_MS,
    onError: (error) => log.error({ event: 'retention.failed', err: error }),
  })
}
