export interface PeriodicJob {
  /** Runs after the current run, which may have missed newer data. Resolves when it has ended, even by a failure. */
  runNow(): Promise<void>
  start(): void
  close(): Promise<void>
}

interface Options {
  /** Milliseconds between the end of a run and the next; a function is called after each run. */
  readonly everyMs: number | (() => number)
  /** Default: the first run comes after the first pause. */
  readonly runsAtStart?: boolean
  /** Checked before each timed run; runNow() ignores it. */
  readonly isDue?: () => boolean
  readonly onError: (error: unknown) => void
}

/** Repeats work while the server runs, never twice at once. Keeps no process alive. */
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
