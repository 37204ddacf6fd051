import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import { seededRandom } from '../../../testing/random.ts'
import { openDatabaseLog } from '@greenhouse/timeseries'
import { openParts } from '@greenhouse/timeseries/testing'
import { openDatabaseAt } from '../database-at.ts'
import { NaiveSeries } from '../../../timeseries/test/naive-series.ts'
import { emptyPostgres, POSTGRES } from '../postgres-database.ts'
import { DEVICES, RandomEntries } from '../../../timeseries/test/random-history.ts'
import { differences } from '../../../timeseries/test/series-differences.ts'
import { TINY } from '../../../timeseries/test/series-history.ts'
import { brokenInvariants } from '../../../timeseries/test/time-series-invariants.ts'
import { cases, SEED } from '../../../testing/test-run.ts'

/** How often the writer is killed. */
const ROUNDS = cases(4)

/** Returns where the writer and the reader find the same empty database. */
type MakePlace = () => Promise<string>

const places: ReadonlyArray<readonly [string, MakePlace]> = [
  ['SQLite', async () => join(emptyFolder(), 'greenhouse.db')],
  ...(POSTGRES === undefined ? [] : [['PostgreSQL', emptyPostgres] as const]),
]

describe.each(places)('on %s', (_name, make) => {
  test('a process that is killed at any moment loses no stored group, and stores no part of one', async () => {
    const place = await make()
    const random = seededRandom(SEED)
    const entries = new RandomEntries(seededRandom(SEED))
    const model = new NaiveSeries()
    let sentGroups = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { sent, stored } = await writeAndKill(place, sentGroups, 100 + random() * 300)
      while (sentGroups < stored) {
        model.append(entries.group())
        sentGroups++
      }
      const { db, dialect, close } = await openDatabaseAt(place)
      const log = openDatabaseLog(db)
      const engine = await openParts({ db, log, now: () => 0, onError: () => {}, limits: TINY })
      if (sent > stored) {
        // The group that was under way is stored whole or not at all: it is all new, or all of it is there.
        const group = entries.group()
        sentGroups++
        const expected = model.append(group)
        const outcomes = Array.from((await engine.appender.append(group)).outcomes)
        const isStored = outcomes.every((outcome) => outcome === 0)
        expect(isStored || isDeepStrictEqual(outcomes, expected), `round ${round}: ${outcomes.join()}`).toBe(true)
      }
      expect(await differences(engine, model), `round ${round}`).toEqual([])
      expect(await brokenInvariants(db, engine, DEVICES), `round ${round}`).toEqual([])
      if (dialect === 'sqlite') {
        const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
        expect(rows).toEqual([{ integrity_check: 'ok' }])
      }
      await close()
    }
    expect(sentGroups).toBeGreaterThan(ROUNDS)
  })
})

/** Lets a process append groups, and kills it after a while. Returns how many groups it has sent, and how many it has stored. */
async function writeAndKill(place: string, before: number, afterMs: number): Promise<{ sent: number; stored: number }> {
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, '../series-writer.ts'), place, String(SEED), String(before)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  const started = Promise.withResolvers<void>()
  writer.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    started.resolve()
  })
  const ended = new Promise((resolve) => writer.once('close', resolve))
  await Promise.race([started.promise, ended])
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  writer.kill('SIGKILL')
  await ended
  const last = (word: string) =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith(word))
      .map((line) => Number(line.split(' ')[1]) + 1)
      .at(-1) ?? before
  return { sent: last('sent'), stored: last('stored') }
}
