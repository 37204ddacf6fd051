import type { ClockWatch } from '../clock/clock-watch.ts'
import { writeHealth } from './health-store.ts'
import type { Context } from '../context.ts'
import type { Disk } from '../disk/disk.ts'
import { openPeriodicJob } from '../jobs/periodic-job.ts'

const PROBED_AT_MOST_EVERY_MS = 1000
const SEEN_NOTED_EVERY_MS = 60_000
/** A slower write counts as failed. */
const WRITE_WITHIN_MS = 5000

export interface Health {
  /** Returns the reasons why the server can't accept readings; empty when it is ready. */
  faults(): Promise<string[]>
  /** Returns faults that do not affect readiness, for `/readyz`. */
  details(): { readonly degraded?: readonly string[] }
  /** Makes the server not ready before it stops. */
  drain(): void
}

interface Watched {
  readonly clock: ClockWatch
  readonly disk: Disk | undefined
  readonly isDamaged: () => boolean
}

/** Checks that the store accepts a write, the disk has room, the clock advances, and the server is not stopping. */
export function openHealth({ db, now }: Context, { clock, disk, isDamaged }: Watched): Health {
  let draining = false
  // The next start learns from it how late it was.
  const noting = openPeriodicJob(() => writeHealth(db, clock.seen()), {
    everyMs: SEEN_NOTED_EVERY_MS,
    isDue: () => !clock.isBehind(),
    // The probes report a store that accepts no write.
    onError: () => {},
  })
  noting.start()
  let probed: { probedAt: number; faults: Promise<string[]> } | undefined

  return {
    async faults() {
      // At once, since nothing may be written into a damaged file.
      if (isDamaged()) return [...(draining ? ['stopping'] : []), 'damaged']
      const probedAt = now()
      // Absolute: a clock that was set back must not keep old results.
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
    // A check may make room.
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
