import type { Board } from './board.ts'

export interface Repeated {
  readonly intervalSeconds: number
  /** Stops after this number of reports. */
  readonly count?: number
  /** Sends one report; `at` in milliseconds since 1970. */
  readonly report: (at: number) => Promise<void>
  readonly onTrouble: (message: string) => void
  readonly onStop: () => Promise<void>
}

/** Reports at once, then at an interval, until stopped or done. */
export function everySeconds({ intervalSeconds, count = Infinity, report, onTrouble, onStop }: Repeated): Board {
  let sent = 0
  let stopping: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()

  async function repeat(): Promise<void> {
    try {
      await report(Date.now())
      sent += 1
    } catch (error) {
      // A report may be unacknowledged once the boards are stopped.
      if (!stopping) onTrouble(error instanceof Error ? error.message : String(error))
    }
    if (sent >= count) await stop()
    else if (!stopping) timer = setTimeout(() => void repeat(), intervalSeconds * 1000)
  }

  function stop(): Promise<void> {
    stopping ??= leave()
    return stopping
  }

  async function leave(): Promise<void> {
    clearTimeout(timer)
    await onStop()
    finish()
  }

  void repeat()
  return { done, stop }
}
