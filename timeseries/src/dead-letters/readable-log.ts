import { applyOrSetAside, type Keep } from './dead-letters.ts'
import { checkRow } from '../codec/log-row.ts'
import type { LogRow, ReadingLog } from '../stores/reading-log.ts'

/** What becomes of what can't be applied: the owner of a partition keeps it, and others skip it. */
export interface DeadLetterHandling {
  readonly keep: Keep
  readonly skip: Keep
}

/**
 * Returns a partition of a log of which every row can be read: what of one can't is set aside, and the others of its messages
 * take its place. Reading rejects as `keep` does.
 */
export function readableLog(log: ReadingLog, partition: number, keep: Keep): ReadingLog {
  async function* readable(rows: AsyncIterable<LogRow>): AsyncGenerator<LogRow> {
    for await (const row of rows) yield canBeRead(row) ? row : await withoutBad(row)
  }

  function withoutBad(row: LogRow): Promise<LogRow> {
    const apply = (part: LogRow) => {
      checkRow(part.bytes)
      return part
    }
    return applyOrSetAside(row, { partition, keep, apply, tryOut: apply })
  }

  return {
    head: (of) => log.head(of),
    append: (of, bytes, expectedSeq) => log.append(of, bytes, expectedSeq),
    follow: (of, after, atLeast) => readable(log.follow(of, after, atLeast)),
    watch: (of, after, signal) => readable(log.watch(of, after, signal)),
    purge: (of, upto) => log.purge(of, upto),
  }
}

function canBeRead({ bytes }: LogRow): boolean {
  try {
    checkRow(bytes)
    return true
  } catch {
    return false
  }
}
