import { writeSync } from 'node:fs'
import { openSqliteDatabase } from '../../src/platform/db/open.ts'
import { openLog } from '../../src/platform/log.ts'
import { openDatabaseLog } from '@greenhouse/timeseries'
import { openParts } from '@greenhouse/timeseries/testing'
import { seededRandom } from '../../../testing/random.ts'
import { RandomEntries } from '../../../timeseries/test/random-history.ts'
import { TINY } from '../../../timeseries/test/series-history.ts'
import { SEED } from '../../../testing/test-run.ts'

// Appends groups and compacts them by turns: `node flushes.ts <file>`. Prints which of both comes next, at once.
const [file = ''] = process.argv.slice(2)
const { db, close } = await openSqliteDatabase(file, openLog('silent'))
const log = openDatabaseLog(db)
const { appender, compaction, worker } = await openParts({ db, log, now: () => 0, onError: () => {}, limits: TINY })
const entries = new RandomEntries(seededRandom(SEED))
for (let count = 0; count < 60; count++) {
  writeSync(1, 'append\n')
  await appender.append(entries.group())
  worker.sealWhenDue()
  if (!compaction.hasWork) continue
  writeSync(1, 'step\n')
  await compaction.step()
}
writeSync(1, 'end\n')
await close()
