import { useEffect, useRef } from 'react'
import { loadOutcome, type LoadState } from '../lib/load-outcome.ts'
import { toast } from './toast.ts'

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
