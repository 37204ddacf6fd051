import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../src/platform/db/sqlite.ts'

// A test can't pull the plug; a kill leaves what the system has in memory. So this looks at how the file is opened.
test('a commit waits for the disk itself, so that it survives a power loss', () => {
  const database = openSqlite(join(mkdtempSync(join(tmpdir(), 'greenhouse-')), 'greenhouse.db'))
  onTestFinished(() => database.close())
  const setting = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]
  const FULL = 2
  expect([setting('journal_mode'), setting('synchronous')]).toEqual(['wal', FULL])
})
