import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { createWorld } from '../../../test/world.ts'
import { keepPrivate } from './data-folder.ts'

/** Returns the octal permissions of a folder and everything below it, by path. */
function rights(folder: string): Record<string, string> {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    ['', ...below].map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  )
}

const aFolder = () => emptyFolder()

test('makes the folder and files of a new server private', async () => {
  const dataDir = join(aFolder(), 'data')
  const { as } = await createWorld({ dataDir })
  await as('ann')
  const found = rights(dataDir)
  expect(found).toMatchObject({
    '': '700',
    'greenhouse.db': '600',
    'greenhouse.db-wal': '600',
    'session-secret': '600',
  })
  expect(Object.entries(found).filter(([name, mode]) => name !== '' && mode !== '600')).toEqual([])
})

test('makes an existing folder that is open to everybody private at the start', async () => {
  const dataDir = join(aFolder(), 'data')
  const first = await createWorld({ dataDir })
  await first.app.close()
  mkdirSync(join(dataDir, 'mail'))
  const names = ['greenhouse.db', 'before-0004-newsletter.db', 'session-secret', 'mail/1.eml']
  for (const name of names) {
    writeFileSync(join(dataDir, name), '', { flag: 'a' })
    chmodSync(join(dataDir, name), 0o644)
  }
  for (const folder of [dataDir, join(dataDir, 'mail')]) chmodSync(folder, 0o755)

  await createWorld({ dataDir })
  expect(rights(dataDir)).toMatchObject({
    '': '700',
    mail: '700',
    ...Object.fromEntries(names.map((name) => [name, '600'])),
  })
})

test("keeps the permissions of a link's target", () => {
  const [folder, elsewhere] = [aFolder(), join(aFolder(), 'theirs')]
  writeFileSync(elsewhere, '')
  chmodSync(elsewhere, 0o644)
  symlinkSync(elsewhere, join(folder, 'link'))
  expect(keepPrivate(folder)).toEqual([])
  expect((statSync(elsewhere).mode & 0o777).toString(8)).toBe('644')
})
