import { useEffect, useRef } from 'react'
import { toast } from './toast.ts'

interface LoadState {
  readonly isError: boolean
  readonly isSuccess: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
}

/** Shows a toast when loading `subject` fails: once, and again only after a success. */
export function useLoadFailureToast(queries: LoadState | readonly LoadState[], message: string, subject = ''): void {
  const said = useRef<string>(undefined)
  const outcome = loadOutcome([queries].flat())
  useEffect(() => {
    if (outcome === 'loaded') said.current = undefined
    if (outcome !== 'failed' || said.current === subject) return
    said.current = subject
    toast.error(message)
  }, [outcome, message, subject])
}

/** Undefined means unchanged: a query without data leaves its error state while it retries. */
function loadOutcome(queries: readonly LoadState[]): 'failed' | 'loaded' | undefined {
  if (queries.some(({ isError }) => isError)) return 'failed'
  return queries.every(({ isSuccess, fetchStatus }) => isSuccess || fetchStatus === 'idle') ? 'loaded' : undefined
}
