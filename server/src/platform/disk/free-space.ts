import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

const LEFT_FREE_BYTES = 32 * 1024 * 1024

export class NoRoom extends Error {
  constructor(what: string, folder: string, { needed, free }: { needed: number; free: number }) {
    super(
      `There is no room for ${what} in ${folder}: it needs about ${formatBytes(needed)}, and ${formatBytes(free)} are free.`,
    )
  }
}

/** Throws NoRoom when the folder's disk has no room for `bytes` more. `what` names them in the message. */
export async function ensureRoom(what: string, folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [needed, free] = [bytes + LEFT_FREE_BYTES, bavail * bsize]
  if (free < needed) throw new NoRoom(what, folder, { needed, free })
}

export function sizeOfDatabase(file: string): number {
  return [file, `${file}-wal`].reduce((sum, name) => sum + (existsSync(name) ? statSync(name).size : 0), 0)
}

export function formatBytes(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB']
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length)
  const value = bytes / 1000 ** step
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step - 1]}`
}
