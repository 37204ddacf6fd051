import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { listChunks } from './chunk-store.ts'
import { openDatabaseLog } from './database-log-store.ts'
import { openEngine } from './engine.ts'
import { dropChunksBefore, FIRST } from './retention.ts'

describe.each(databases)('the removal of old values on %s', (_name, open) => {
  test('fails at a chunk that has lost its values, and leaves its summary', async () => {
    const { db } = await open()
    const engine = await openEngine({ db, log: openDatabaseLog(db), now: () => 0, onError: () => {} })
    await engine.appender.append([{ deviceKey: 1, at: 1000, slots: [0], values: [20] }])
    engine.compaction.seal()
    while (engine.worker.hasWork) await engine.worker.slice()
    const chunks = () => listChunks(db, 1, { from: 0, to: 2000, most: 10 })
    const before = await chunks()
    expect(before).toHaveLength(1)
    await db.deleteFrom('chunk_data').execute()
    await expect(dropChunksBefore(2000, FIRST, engine)).rejects.toThrow('has lost its values')
    expect(await chunks()).toEqual(before)
  })
})
