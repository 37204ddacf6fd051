import { useEffect, useRef } from 'react'
import { loadOutcome, type LoadState } from '../../lib/load-outcome.ts'
import { toast } from '../../ui/toast.ts'

/** Failures within this time share one toast. */
export const FAILURE_COLLECTION_MS = 800

/**
 * Collects for 800 ms which parts of a screen failed to load and lists them in one toast. A part that stays broken is
 * reported once, and again only after it has been loaded.
 *
 * @param parts the queries of each part, by its name in the toast, in the order of the toast
 */
export function useFailureToast(parts: Readonly<Record<string, readonly LoadState[]>>): void {
  const reported = useRef(new Set<string>())
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const failed = useRef<string[]>([])
  const outcomes = Object.entries(parts).map(([name, queries]) => [name, loadOutcome(queries)] as const)
  const key = JSON.stringify(outcomes)

  useEffect(() => {
    const current = JSON.parse(key) as typeof outcomes
    failed.current = current.flatMap(([name, outcome]) => (outcome === 'failed' ? [name] : []))
    for (const [name, outcome] of current) if (outcome === 'loaded') reported.current.delete(name)
    if (waiting.current !== undefined || failed.current.every((name) => reported.current.has(name))) return
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      const fresh = failed.current.filter((name) => !reported.current.has(name))
      fresh.forEach((name) => reported.current.add(name))
      if (fresh.length > 0) toast.error(`Failed to load: ${fresh.join(', ')}`)
    }, FAILURE_COLLECTION_MS)
  }, [key])

  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    },
    [],
  )
}
