import { HOUR_MS } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import type { PhotoBytes } from './photo-bytes.ts'
import { listGone } from './photo-store.ts'

const REMOVED_AT_ONCE = 200
const SWEPT_EVERY_MS = 6 * HOUR_MS

export type PhotoRemoval = Pick<PeriodicJob, 'runNow'>

/** Removes photos whose plant or household is gone, with their bytes: at once after a removal, and again after a kill. */
export function openPhotoRemoval({ db, log }: Pick<Context, 'db' | 'log'>, bytes: PhotoBytes): PeriodicJob {
  return openPeriodicJob(
    async (signal) => {
      let gone = await listGone(db, REMOVED_AT_ONCE)
      while (gone.length > 0 && !signal.aborted) {
        for (const photo of gone) await bytes.remove(photo)
        gone = await listGone(db, REMOVED_AT_ONCE)
      }
    },
    { everyMs: HOUR_MS, onError: (err) => log.error({ event: 'photos.not-removed', err }) },
  )
}

/** Removes files that no photo has, which an upload left that was cut off, and reports photos without files. */
export function openPhotoSweep({ log, now }: Pick<Context, 'log' | 'now'>, bytes: PhotoBytes): PeriodicJob {
  return openPeriodicJob(
    async () => {
      const missing = await bytes.sweep(now())
      if (missing.length > 0) log.error({ event: 'photos.missing', count: missing.length, first: missing[0] })
    },
    { everyMs: SWEPT_EVERY_MS, onError: (err) => log.error({ event: 'photos.not-swept', err }) },
  )
}
