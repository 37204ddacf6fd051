import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDiskFolder } from '../data-folder.ts'
import { seededRandom } from '../../../testing/random.ts'
import { openSqliteDatabase } from '../../src/platform/db/open.ts'
import { openSqlite } from '../../src/platform/db/sqlite.ts'
import { openLog } from '../../src/platform/log.ts'
import { openDatabaseLog, type Entry } from '@greenhouse/timeseries'
import { openParts } from '@greenhouse/timeseries/testing'
import { NaiveSeries } from '../../../timeseries/test/naive-series.ts'
import { DEVICES, RandomEntries } from '../../../timeseries/test/random-history.ts'
import { differences } from '../../../timeseries/test/series-differences.ts'
import { TINY } from '../../../timeseries/test/series-history.ts'
import { brokenInvariants } from '../../../timeseries/test/time-series-invariants.ts'
import { whyNoStrace } from './strace.ts'
import { SEED } from '../../../testing/test-run.ts'

const aFile = () => join(emptyDiskFolder(), 'greenhouse.db')

// A test can't cut the power, and a kill keeps what the system has in memory, so this checks how the file is opened.
test('a commit is synced to the disk, so that it survives a power loss', () => {
  const database = openSqlite(aFile())
  onTestFinished(() => database.close())
  const setting = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]
  const FULL = 2
  expect([setting('journal_mode'), setting('synchronous')]).toEqual(['wal', FULL])
})

test('every group of readings is flushed to the disk, even between unflushed steps of compaction', ({ skip }) => {
  const whyNot = whyNoStrace()
  if (whyNot) return skip(whyNot)
  const trace = join(emptyDiskFolder(), 'strace')
  const calls = ['-f', '-qq', '-o', trace, '-e', 'trace=fsync,fdatasync,write', '-e', 'signal=none']
  execFileSync('strace', [...calls, process.execPath, join(import.meta.dirname, 'flushes.ts'), aFile()])
  const [, ...parts] = readFileSync(trace, 'utf8').split(/^.* write\(1, "(?=append|step|end)/m)
  const flushes = (kind: string) =>
    parts.filter((part) => part.startsWith(kind)).map((part) => part.match(/ (fsync|fdatasync)\(/g)?.length ?? 0)
  expect(flushes('append')).toHaveLength(60)
  expect(Math.min(...flushes('append'))).toBeGreaterThan(0)
  // The step that ends a segment is flushed, before rows are removed from the log.
  expect(flushes('step').length).toBeGreaterThan(20)
  expect(flushes('step').filter((count) => count === 0).length).toBeGreaterThan(flushes('step').length / 2)
})

test('a power loss after any flush leaves every group that was stored by then, in the log or in chunks', async () => {
  const file = aFile()
  const stored = await playHistory(file)
  for (const [index, { groups, logBytes }] of stored.entries()) {
    const lostFrom = stored[index + 1]?.logBytes ?? statSync(`${file}-wal`).size
    // Later writes may be there in part.
    for (const cut of [logBytes, Math.floor((logBytes + lostFrom) / 2)]) {
      const copy = aFile()
      for (const end of ['', '-wal']) cpSync(`${file}${end}`, `${copy}${end}`)
      truncateSync(`${copy}-wal`, cut)
      expect(await brokenAfterStart(copy, groups), `cut at ${cut}, after ${groups.length} groups`).toEqual([])
    }
  }
})

/** The stored groups at a moment, and the flushed length of the write-ahead log. */
interface Stored {
  readonly groups: readonly Entry[][]
  readonly logBytes: number
}

/** Appends, compacts and purges, and leaves the files as a kill does. Returns what was stored after each group. */
async function playHistory(file: string): Promise<Stored[]> {
  const { db, close } = await openSqliteDatabase(file, openLog('silent'))
  onTestFinished(close)
  const log = openDatabaseLog(db)
  const { appender, worker } = await openParts({ db, log, now: () => 0, onError: () => {}, limits: TINY })
  const entries = new RandomEntries(seededRandom(SEED))
  const groups: Entry[][] = []
  const stored: Stored[] = []
  while (stored.length < 24) {
    const group = entries.group()
    await appender.append(group)
    groups.push(group)
    stored.push({ groups: [...groups], logBytes: statSync(`${file}-wal`).size })
    worker.sealWhenDue()
    for (let step = 0; step < 3 && worker.hasWork; step++) await worker.step()
  }
  // The log has only grown, so that nothing was written to the file itself meanwhile.
  expect(stored.every(({ logBytes }, index) => logBytes > (stored[index - 1]?.logBytes ?? 0))).toBe(true)
  return stored
}

async function brokenAfterStart(file: string, groups: readonly Entry[][]): Promise<string[]> {
  const { db, close } = await openSqliteDatabase(file, openLog('silent'))
  try {
    const log = openDatabaseLog(db)
    const engine = await openParts({ db, log, now: () => 0, onError: () => {}, limits: TINY })
    const model = new NaiveSeries()
    for (const group of groups) model.append(group)
    return [...(await differences(engine, model)), ...(await brokenInvariants(db, engine, DEVICES))]
  } finally {
    await close()
  }
}
