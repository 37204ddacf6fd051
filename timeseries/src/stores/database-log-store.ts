import { setTimeout as pause } from 'node:timers/promises'
import { statement } from '../base/statement.ts'
import type { Database, Db } from '../base/database.ts'
import type { LogRow, ReadingLog } from './reading-log.ts'

/** Page size. A row may have some hundred kilobytes. */
const ROWS_AT_ONCE = 32
const POLL_MS = 100

// The head outlives the rows: their highest seq would start again at 1 after a purge.
const addHead = statement('insert into log_head (partition, seq) values (?, 0) on conflict (partition) do nothing')
const selectHead = statement<{ seq: number }>('select seq from log_head where partition = ?')
const advanceHead = statement('update log_head set seq = seq + 1 where partition = ? and seq = ?')
const insertRow = statement('insert into reading_log (partition, seq, data) values (?, ?, ?)')
const selectRows = statement<{ seq: number; data: Uint8Array }>(
  `select seq, data from reading_log where partition = ? and seq > ? order by seq limit ${ROWS_AT_ONCE}`,
)
const deleteRows = statement('delete from reading_log where partition = ? and seq <= ?')

export function openDatabaseLog(db: Database): ReadingLog {
  async function head(partition: number): Promise<number> {
    return (await selectHead(db, [partition])).rows[0]?.seq ?? 0
  }

  /**
   * The update locks the head until the commit. Row n + 1 can't exist before row n is visible, and a rollback gives its
   * seq back.
   */
  async function append(partition: number, bytes: Uint8Array, expectedSeq: number): Promise<number | 'conflict'> {
    if (expectedSeq === 0) await addHead(db, [partition])
    return db.transaction().execute(async (tx) => {
      const { changed } = await advanceHead(tx, [partition, expectedSeq])
      if (changed === 0) return 'conflict'
      await insertRow(tx, [partition, expectedSeq + 1, bytes])
      return expectedSeq + 1
    })
  }

  return {
    head,
    append,
    follow: (partition, after) => rowsAfter(db, partition, after),
    watch: (partition, after, signal) => rowsFrom(db, partition, after, signal),
    async purge(partition, upto) {
      await deleteRows(db, [partition, upto])
    },
  }
}

async function* rowsAfter(db: Db, partition: number, after: number): AsyncGenerator<LogRow> {
  let last = after
  while (true) {
    const { rows } = await selectRows(db, [partition, last])
    for (const { seq, data } of rows) yield { seq, bytes: data }
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)?.seq ?? last
  }
}

async function* rowsFrom(db: Db, partition: number, after: number, signal: AbortSignal): AsyncGenerator<LogRow> {
  let last = after
  while (!signal.aborted) {
    for await (const row of rowsAfter(db, partition, last)) {
      if (signal.aborted) return
      yield row
      last = row.seq
    }
    // Rejects when the signal aborts, which ends the loop.
    await pause(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}
