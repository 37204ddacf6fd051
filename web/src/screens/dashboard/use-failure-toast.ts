import { useEffect, useRef } from 'react'
import { toast } from '../../ui/toast.ts'

/** Failures within this time share one toast. */
export const FAILURE_COLLECTION_MS = 800

/**
 * Collects for 800 ms which parts of a screen failed to load and lists them in one toast. A part that stays broken is
 * reported once, and again only after it has worked.
 *
 * @param failed by name of the part, as the toast lists it, in its order
 */
export function useFailureToast(failed: Readonly<Record<string, boolean>>): void {
  const reported = useRef(new Set<string>())
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const parts = useRef<string[]>([])
  const names = Object.entries(failed).flatMap(([name, is]) => (is ? [name] : []))
  const key = names.join(', ')

  useEffect(() => {
    parts.current = key === '' ? [] : key.split(', ')
    for (const name of reported.current) if (!parts.current.includes(name)) reported.current.delete(name)
    if (waiting.current !== undefined || parts.current.every((name) => reported.current.has(name))) return
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      const fresh = parts.current.filter((name) => !reported.current.has(name))
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
