import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { undoUnfinishedRestore } from './restore-backup.ts'
import { restore } from './restore-command.ts'

const OLD = ['greenhouse.db', 'greenhouse.db-wal', 'photos', 'session-secret']
const NEW = ['greenhouse.db', 'photos', 'session-secret']
const MARK = 'restore-unfinished.json'

/** Returns a file of a restore: photos are a folder. */
function fileOf(folder: string, name: string): string {
  return name === 'photos' ? join(folder, name, 'a.jpg') : join(folder, name)
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(fileOf(folder, name)), { recursive: true })
  writeFileSync(fileOf(folder, name), text)
}

/** Returns a folder in which a restore was killed after moving `aside` old files and placing `placed` new ones. */
function killedAfter(aside: number, placed: number): string {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'kept'))
  for (const name of OLD) write(folder, name, `old ${name}`)
  for (const name of OLD.slice(0, aside)) renameSync(join(folder, name), join(folder, 'kept', name))
  for (const name of NEW.slice(0, placed)) write(folder, name, `new ${name}`)
  writeFileSync(join(folder, MARK), JSON.stringify({ kept: 'kept', placed: aside === OLD.length ? NEW : [] }))
  return folder
}

test.each([
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 0],
  [4, 0],
  [4, 1],
  [4, 2],
  [4, 3],
])('undoes a restore that was killed after %i old files were moved aside and %i new ones placed', (aside, placed) => {
  const folder = killedAfter(aside, placed)
  expect(undoUnfinishedRestore(folder)).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(OLD.toSorted())
  for (const name of OLD) expect(readFileSync(fileOf(folder, name), 'utf8')).toBe(`old ${name}`)
  expect(undoUnfinishedRestore(folder)).toBe(false)
})

test('finishes an undo that was killed itself', () => {
  const folder = killedAfter(4, 3)
  // The new files are removed and one old file is moved back.
  for (const name of NEW) rmSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, MARK), JSON.stringify({ kept: 'kept', placed: [] }))
  renameSync(join(folder, 'kept', 'greenhouse.db'), join(folder, 'greenhouse.db'))
  expect(undoUnfinishedRestore(folder)).toBe(true)
  expect(readFileSync(join(folder, 'greenhouse.db'), 'utf8')).toBe('old greenhouse.db')
  expect(existsSync(join(folder, 'greenhouse.db-wal'))).toBe(true)
})

test.each([
  ['missing', false],
  ['existing', true],
] as const)('leaves nothing behind in a %s data folder after a restore without room', async (_name, exists) => {
  const folder = emptyFolder()
  const [backup, dataDir] = [join(folder, 'backup'), join(folder, 'new', 'data')]
  if (exists) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const size = '25 size=1000000000000000\n'
  const tar = await packTar([
    { header: { name: 'size', type: 'pax-header', size: size.length }, body: size },
    { header: { name: 'greenhouse.db', size: 0 } },
  ])
  writeFileSync(backup, gzipSync(tar))
  const before = readdirSync(folder, { recursive: true })
  const target = { dataDir, databaseUrl: null, migrationDatabaseUrl: null }
  await expect(restore(backup, target, { now: 0, withoutPhotos: false, print: () => {} })).rejects.toThrow(
    /^There is no room for the backup in .* are free\. Nothing was changed\.$/,
  )
  expect(readdirSync(folder, { recursive: true })).toEqual(before)
})
