import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useEqual } from '../../lib/use-same.ts'
import { toast } from '../../ui/toast.ts'

export const FAILURE_COLLECTION_MS = 800

/** A failed query may be retried for seconds before it is an error. */
interface PartState {
  readonly isError: boolean
  readonly failureCount: number
}

/** Reported parts by session: each session has its own cache. */
const reportedIn = new WeakMap<QueryClient, Set<string>>()

/** Lists the parts of a page that failed to load in one toast, each part once in a session. */
export function useFailureToast(parts: Readonly<Record<string, readonly PartState[]>>): void {
  const client = useQueryClient()
  const failed = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = useRef<string[]>([])
  const failing = useEqual(
    Object.keys(parts).filter((name) => parts[name]?.some(({ isError, failureCount }) => isError || failureCount > 0)),
  )

  useEffect(() => {
    const reported = reportedOf(client)
    failed.current = failing
    if (timer.current !== undefined || failed.current.every((name) => reported.has(name))) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const fresh = failed.current.filter((name) => !reported.has(name))
      for (const name of fresh) reported.add(name)
      if (fresh.length > 0) shown.current.push(toast.error(`Failed to load: ${fresh.join(', ')}`))
    }, FAILURE_COLLECTION_MS)
  }, [client, failing])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
      for (const id of shown.current.splice(0)) toast.dismiss(id)
    },
    [],
  )
}

function reportedOf(client: QueryClient): Set<string> {
  const known = reportedIn.get(client) ?? new Set()
  reportedIn.set(client, known)
  return known
}
