import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import { furnish, run } from '../backups.ts'
import { spawnServer, startServer } from './real-server.ts'

const MEGABYTE = 1024 * 1024

test('a backup that the disk has no room for is refused before anything is written', async ({ skip }) => {
  const disk = mountDisk()
  if (!disk) return skip('only root can mount a small disk')
  const dataDir = join(emptyFolder(), 'data')
  await furnish(dataDir)
  leaveFree(disk, 32 * MEGABYTE)
  const { code, errors } = await run('backup', [join(disk, 'backups')], dataDir)
  expect([code, errors]).toEqual([1, expect.stringMatching(/^There is no room for a backup in .*are free\.\n$/)])
  expect(readdirSync(join(disk, 'backups'))).toEqual([])
})

test('an upgrade that has no room for its copy does not begin, and leaves no partial copy', async ({ skip }) => {
  const disk = mountDisk()
  if (!disk) return skip('only root can mount a small disk')
  const dataDir = join(disk, 'data')
  layOldDatabase(dataDir)
  const filler = leaveFree(disk, 32 * MEGABYTE)
  const { code, errors } = await spawnServer(dataDir).ended
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/^There is no room for the copy that is made before the tables change in .* are free\.\n$/),
  ])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('before-'))).toEqual([])

  rmSync(filler)
  await (await startServer(dataDir)).kill()
  expect(statSync(join(dataDir, 'before-0001-baseline.db')).mode & 0o777).toBe(0o600)
})

/** Creates a database on which every migration is still pending. */
function layOldDatabase(dataDir: string): void {
  mkdirSync(dataDir)
  const database = new DatabaseSync(join(dataDir, 'greenhouse.db'))
  database.exec('create table note (text text); insert into note values (zeroblob(2000000))')
  database.close()
}

/** Mounts a disk in memory. Returns undefined when that is not permitted. */
function mountDisk(): string | undefined {
  const folder = emptyFolder()
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${96 * MEGABYTE}`, 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  onTestFinished(() => void spawnSync('/bin/umount', ['-l', folder]))
  return folder
}

/** Fills the disk until only `bytes` are free. */
function leaveFree(disk: string, bytes: number): string {
  const file = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(file, Buffer.alloc(bavail * bsize - bytes))
  return file
}
