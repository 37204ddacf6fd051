import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'

interface Options {
  /** Resolves when what is watched answers. */
  readonly probe: () => Promise<unknown>
  readonly everyMs?: number
  /** An answer that takes longer is none. */
  readonly withinMs?: number
  /** Milliseconds that only go forward. */
  readonly clock?: () => number
}

export interface OutageWatch {
  /** Whether the last probe failed, or there was none yet. */
  readonly isUnavailable: boolean
  /** Seconds since the first probe in a row that failed began; 0 while it is there. */
  readonly seconds: number
  /** Asks now, and resolves with the answer noted. */
  check(): Promise<void>
  start(): void
  close(): Promise<void>
}

/** Asks again and again whether something is there, so that a probe of this process is answered at once. */
export function openOutageWatch({
  probe,
  everyMs = 2000,
  withinMs = 2000,
  clock = () => performance.now(),
}: Options): OutageWatch {
  let since: number | undefined = clock()
  async function check(): Promise<void> {
    const askedAt = clock()
    since = (await answersWithin(probe, withinMs)) ? undefined : (since ?? askedAt)
  }
  const job = openPeriodicJob(check, { everyMs, runsAtStart: true, onError: () => {} })
  return {
    get isUnavailable() {
      return since !== undefined
    },
    get seconds() {
      return since === undefined ? 0 : (clock() - since) / 1000
    },
    check: () => job.runNow(),
    start: () => job.start(),
    close: () => job.close(),
  }
}

async function answersWithin(probe: () => Promise<unknown>, withinMs: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), withinMs)
  try {
    return await Promise.race([probe().then(() => true), late.promise])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
