import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../src/platform/db/sqlite.ts'

// A test can't cut the power, and a kill keeps what the system has in memory, so this checks how the file is opened.
test('a commit is synced to the disk, so that it survives a power loss', () => {
  const database = openSqlite(join(mkdtempSync(join(tmpdir(), 'greenhouse-')), 'greenhouse.db'))
  onTestFinished(() => database.close())
  const setting = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]
  const FULL = 2
  expect([setting('journal_mode'), setting('synchronous')]).toEqual(['wal', FULL])
})
