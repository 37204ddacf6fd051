import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In memory: most tests are not about the disk, and half of their time was waiting for it. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** Creates a folder for all temporary files of a run, and removes it afterwards. */
export function setup(): () => void {
  const onDisk = mkdtempSync(join(tmpdir(), 'greenhouse-tests-'))
  const folder = hasRoom(IN_MEMORY) ? mkdtempSync(join(IN_MEMORY, 'greenhouse-tests-')) : join(onDisk, 'memory')
  mkdirSync(folder, { recursive: true })
  // PostgreSQL runs as another user, with its folder below this one.
  for (const each of [onDisk, folder]) chmodSync(each, 0o711)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  process.env['TEST_DISK'] = onDisk
  const remove = () => {
    for (const each of [folder, onDisk]) rmSync(each, { recursive: true, force: true })
  }
  // An interrupted run has no teardown.
  process.once('exit', remove)
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    remove()
  }
}

/** Returns a folder on the real disk, for tests of a full or slow disk and of power loss. */
export function diskFolder(): string {
  return mkdtempSync(join(process.env['TEST_DISK'] ?? tmpdir(), 'disk-'))
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > ENOUGH_BYTES
  } catch {
    return false
  }
}
