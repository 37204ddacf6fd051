import type { ClockWatch } from '../clock/clock-watch.ts'
import { writeHealth } from './health-store.ts'
import type { Context } from '../context.ts'
import type { Disk } from '../disk/disk.ts'
import { openPeriodicJob } from '../jobs/periodic-job.ts'

const PROBED_AT_MOST_EVERY_MS = 1000
const SEEN_NOTED_EVERY_MS = 60_000
/** A write that takes longer counts as failed. */
const WRITE_WITHIN_MS = 5000

export interface Health {
  /** What keeps the server from taking readings now; empty when it is ready. */
  faults(): Promise<string[]>
  /** Returns what is wrong and does not keep the process from its work, as part of the answer of `/readyz`. */
  details(): { readonly degraded?: readonly string[] }
  /** Makes the server not ready, since it is about to stop. */
  drain(): void
}

interface Watched {
  readonly clock: ClockWatch
  readonly disk: Disk | undefined
  /** Whether the database was found to be damaged. */
  readonly isDamaged: () => boolean
}

/** Checks readiness: the store accepts a write, the disk has room, the clock advances, and the server is not stopping. */
export function openHealth({ db, now }: Context, { clock, disk, isDamaged }: Watched): Health {
  let draining = false
  // So that the next start knows how late it was.
  const noting = openPeriodicJob(() => writeHealth(db, clock.seen()), {
    everyMs: SEEN_NOTED_EVERY_MS,
    isDue: () => !clock.isBehind(),
    // The probes report a store that takes no write.
    onError: () => {},
  })
  noting.start()
  let probed: { probedAt: number; faults: Promise<string[]> } | undefined

  return {
    async faults() {
      // Said at once, and nothing is written into a file that is damaged.
      if (isDamaged()) return [...(draining ? ['stopping'] : []), 'damaged']
      const probedAt = now()
      // Either way: a clock that was set back must not keep what was found before.
      if (!probed || Math.abs(probedAt - probed.probedAt) >= PROBED_AT_MOST_EVERY_MS)
        probed = { probedAt, faults: probe() }
      return [...(draining ? ['stopping'] : []), ...(clock.isBehind() ? ['clock'] : []), ...(await probed.faults)]
    },
    details: () => ({}),
    drain() {
      void noting.close()
      draining = true
    },
  }

  async function probe(): Promise<string[]> {
    // Looking may make room.
    const hasRoom = await hasRoomLeft(disk)
    const canWrite = await within(writeHealth(db, clock.seen()))
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

async function hasRoomLeft(disk: Disk | undefined): Promise<boolean> {
  if (!disk) return true
  try {
    await disk.check()
    return !disk.isFull
  } catch {
    return false
  }
}
