import { useEffect, useRef } from 'react'
import { readToken } from '../lib/token.ts'
import { toast } from './toast.ts'

interface LoadState {
  readonly isError: boolean
  readonly isSuccess: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
}

/** Shows a toast when loading `subject` fails: once a session, and again only after a success. It leaves with its page. */
export function useLoadFailureToast(queries: LoadState | readonly LoadState[], message: string, subject = ''): void {
  const outcome = loadOutcome([queries].flat())
  const shown = useRef<string[]>([])
  useEffect(() => {
    const said = saidInSession()
    const failure = `${message} ${subject}`
    if (outcome === 'loaded') said.delete(failure)
    if (outcome !== 'failed' || said.has(failure)) return
    said.add(failure)
    shown.current.push(toast.error(message))
  }, [outcome, message, subject])
  useEffect(
    () => () => {
      for (const id of shown.current.splice(0)) toast.dismiss(id)
    },
    [],
  )
}

type Loaded = LoadState & { readonly data: unknown }

/** Shows a toast when what is shown can't be loaded again. The page says it in place of what was never loaded. */
export function useRefreshFailureToast(queries: Loaded | readonly Loaded[], message: string, subject?: string): void {
  useLoadFailureToast(
    [queries].flat().filter(({ data }) => data !== undefined),
    message,
    subject,
  )
}

let session = { token: readToken(), said: new Set<string>() }

function saidInSession(): Set<string> {
  const token = readToken()
  if (token !== session.token) session = { token, said: new Set() }
  return session.said
}

/** Undefined means unchanged: a query without data leaves its error state while it retries. */
function loadOutcome(queries: readonly LoadState[]): 'failed' | 'loaded' | undefined {
  if (queries.some(({ isError }) => isError)) return 'failed'
  return queries.every(({ isSuccess, fetchStatus }) => isSuccess || fetchStatus === 'idle') ? 'loaded' : undefined
}
