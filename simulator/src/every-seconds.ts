import type { Board } from './board.ts'

export interface Repeated {
  readonly intervalSeconds: number
  /** Stops after so many reports; never when it is omitted. */
  readonly count?: number
  /** Sends one report; `at` in milliseconds since 1970. */
  readonly report: (at: number) => Promise<void>
  /** Called with why a report failed. */
  readonly onTrouble: (message: string) => void
  /** Ends the connection. */
  readonly onStop: () => Promise<void>
}

/** Reports at once and then at an interval, until it is stopped or has reported often enough. */
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
      // A report without acknowledgement is expected once the boards were stopped.
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
