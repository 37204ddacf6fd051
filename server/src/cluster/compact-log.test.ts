import { expect, test } from 'vitest'
import { openTestSqlite } from '../../test/databases.ts'
import { openLeaseStore } from './leases/lease-store.ts'
import { compactLog } from './compact-log.ts'

/** Opens the database of a cluster of two partitions that are compacted and evaluated up to row 5, and a log with a head. */
async function aCluster(head: number) {
  const { db } = await openTestSqlite()
  const store = async (seq: number) => {
    for (const partition of [0, 1]) {
      await db.insertInto('compaction').values({ partition, upto_seq: seq, epoch: 1 }).execute()
      await db.insertInto('alert_position').values({ partition, seq }).execute()
    }
  }
  await store(5)
  const asked: unknown[] = []
  const bus = { publish: (_subject: string, heads: unknown) => void asked.push(heads) }
  return { db, asked, log: { db, bus, readings: { head: async () => head }, partitions: 2 } }
}

test('asks no worker when the whole log is in the database', async () => {
  const { asked, log } = await aCluster(5)
  await compactLog(log)
  expect(asked).toEqual([])
})

test('asks workers until the rows present at the start are compacted and evaluated, ignoring later ones', async () => {
  const { asked, db, log } = await aCluster(6)
  await openLeaseStore(db).noteNode('worker-1', ['worker'])
  const bus = {
    publish(subject: string, heads: unknown) {
      log.bus.publish(subject, heads)
      const table = asked.length === 1 ? 'compaction' : 'alert_position'
      const stored =
        table === 'compaction'
          ? db.updateTable('compaction').set({ upto_seq: 9 })
          : db.updateTable('alert_position').set({ seq: 9 })
      void stored.execute()
    },
  }
  await compactLog({ ...log, bus })
  expect(asked).toEqual([
    [6, 6],
    [6, 6],
  ])
})

test('refuses to run without a worker, or with a log that is shorter than the database says', async () => {
  await expect(compactLog({ ...(await aCluster(6)).log, workerWithinMs: -1 })).rejects.toThrow('no worker runs')
  await expect(compactLog((await aCluster(4)).log)).rejects.toThrow(
    'NATS has fewer readings than the database knows of',
  )
})
