import { openDatabaseLog, openTimeSeries } from '@greenhouse/timeseries'
import { seededRandom } from '../../testing/random.ts'
import { openDatabaseAt } from './database-at.ts'
import { RandomEntries } from '../../timeseries/test/random-history.ts'
import { TINY } from '../../timeseries/test/series-history.ts'

// Appends random groups until it is killed: `node series-writer.ts <file or address> <seed> <groups before>`. Prints the
// number of each group before it is appended, and again when it is stored.
const [place = '', seed = '', before = ''] = process.argv.slice(2)
const { db } = await openDatabaseAt(place)
const onError = (error: unknown) => {
  throw error
}
const series = await openTimeSeries({ db, log: openDatabaseLog(db), now: () => 0, onError, limits: TINY })
const entries = new RandomEntries(seededRandom(Number(seed)))
// Earlier groups are generated again, so that each run continues the same history.
for (let number = 0; number < Number(before); number++) entries.group()
for (let number = Number(before); ; number++) {
  const group = entries.group()
  process.stdout.write(`sent ${number}\n`)
  await series.append(group)
  process.stdout.write(`stored ${number}\n`)
}
