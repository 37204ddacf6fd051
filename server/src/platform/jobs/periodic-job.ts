export interface PeriodicJob {
  /**
   * Runs now, or right after the run that is under way: what was stored before the call is seen by that run. Resolves
   * when it has ended, also when it failed.
   */
  runNow(): Promise<void>
  /** Runs again and again from now on. */
  start(): void
  /** Aborts the signal of the run that is under way, waits for it and begins no other. */
  close(): Promise<void>
}

interface Options {
  /** Milliseconds between the end of a run and the next; a function is asked after each run. */
  readonly everyMs: number | (() => number)
  /** Whether the first run begins with start(), and not only after the first pause. */
  readonly runsAtStart?: boolean
  /** Asked before each run that time brings; runNow() runs in any case. */
  readonly isDue?: () => boolean
  /** Logs what a run threw. The next run comes all the same. */
  readonly onError: (error: unknown) => void
}

/** Work that is repeated for as long as the server runs. It never runs twice at once, and keeps no process alive. */
export function openPeriodicJob(
  work: (signal: AbortSignal) => unknown,
  { everyMs, runsAtStart = false, isDue = () => true, onError }: Options,
): PeriodicJob {
  const stopping = new AbortController()
  const { signal } = stopping
  let last: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function runNow(): Promise<void> {
    queued ??= last = last.then(run)
    return queued
  }

  async function run(): Promise<void> {
    queued = undefined
    if (signal.aborted) return
    try {
      await work(signal)
    } catch (error) {
      onError(error)
    }
  }

  async function runAgain(): Promise<void> {
    if (isDue()) await runNow()
    plan()
  }

  function plan(): void {
    if (signal.aborted) return
    timer = setTimeout(() => void runAgain(), typeof everyMs === 'number' ? everyMs : everyMs()).unref()
  }

  return {
    runNow,
    start: () => (runsAtStart ? void runAgain() : plan()),
    async close() {
      stopping.abort()
      clearTimeout(timer)
      await last
    },
  }
}
