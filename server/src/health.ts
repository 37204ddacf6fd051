import { statfs } from 'node:fs/promises'
import type { Config } from './config.ts'
import { writeHealth } from './health-store.ts'
import type { Context } from './platform/context.ts'

const PROBED_AT_MOST_EVERY_MS = 1000
/** A write that takes longer counts as failed. */
const WRITE_WITHIN_MS = 5000
const DISK_FREE_BYTES = 32 * 1024 * 1024

export interface Health {
  /** What keeps the server from taking readings now; empty when it is ready. */
  faults(): Promise<string[]>
  /** From now on it is not ready: it is about to stop. */
  drain(): void
}

/** Knows whether the server can do its work: the store takes a write, the disk has room, nobody is stopping it. */
export function openHealth({ config, db, now }: Context): Health {
  let draining = false
  let probed: { at: number; faults: Promise<string[]> } | undefined

  return {
    async faults() {
      if (!probed || now() - probed.at >= PROBED_AT_MOST_EVERY_MS) probed = { at: now(), faults: probe() }
      return [...(draining ? ['stopping'] : []), ...(await probed.faults)]
    },
    drain() {
      draining = true
    },
  }

  async function probe(): Promise<string[]> {
    const [canWrite, hasRoom] = await Promise.all([within(writeHealth(db, now())), roomLeft(config)])
    return [...(canWrite ? [] : ['store']), ...(hasRoom ? [] : ['disk'])]
  }
}

async function within(write: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), WRITE_WITHIN_MS)
  const written = write.then(
    () => true,
    () => false,
  )
  const result = await Promise.race([written, late.promise])
  clearTimeout(timer)
  return result
}

async function roomLeft({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl !== null) return true
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize > DISK_FREE_BYTES
  } catch {
    return false
  }
}
