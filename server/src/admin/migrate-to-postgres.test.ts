import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../test/data-folder.ts'

const command = join(import.meta.dirname, 'migrate-to-postgres.ts')
const ADDRESS = 'postgres://greenhouse:secret@127.0.0.1:1/greenhouse'

/** Runs the command on a folder without a database, where it fails once it has found its target. */
function migrate(environment: Record<string, string>, ...more: string[]) {
  const folder = emptyFolder()
  const file = join(folder, 'database-url')
  writeFileSync(file, `${ADDRESS}\n`)
  const { PATH = '' } = process.env
  const given = Object.entries(environment).map(([name, value]) => [name, value.replace('<file>', file)])
  return spawnSync(process.execPath, [command, '--from', folder, ...more], {
    env: { PATH, ...Object.fromEntries(given) },
    encoding: 'utf8',
  })
}

test.each<[string, Record<string, string>, ...string[]]>([
  ['a file', { DATABASE_URL_FILE: '<file>' }],
  ['the environment', { DATABASE_URL: ADDRESS }],
  ['--to', {}, '--to', ADDRESS],
])('the address of PostgreSQL is taken from %s', (_name, environment, ...more) => {
  const { status, stderr } = migrate(environment, ...more)
  expect([status, stderr]).toEqual([1, expect.stringContaining('There is no database in')])
})

test('prints its usage without an address, and names a file that cannot be read', () => {
  const { status, stdout } = migrate({})
  expect([status, stdout]).toEqual([2, expect.stringContaining('DATABASE_URL_FILE=')])
  const unreadable = migrate({ DATABASE_URL_FILE: '/nowhere/database-url' })
  expect([unreadable.status, unreadable.stderr]).toEqual([2, expect.stringContaining('/nowhere/database-url')])
})
