import { databases } from '../../../server/test/databases.ts'
import { proveReadingLog } from '../../test/reading-log-suite.ts'
import { openDatabaseLog } from './database-log-store.ts'

for (const [name, open] of databases)
  proveReadingLog(`on ${name}`, async () => {
    const { db } = await open()
    return { log: openDatabaseLog(db), again: async () => openDatabaseLog(db) }
  })
