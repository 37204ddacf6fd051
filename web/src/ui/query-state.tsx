import { useDeferredValue, type ReactNode, useEffect, useState } from 'react'
import { classes } from '../lib/classes.ts'
import { useOnline } from '../lib/use-online.ts'
import { Button } from './button.tsx'
import { ErrorState } from './error-boundary.tsx'
import { Loading } from './skeleton.tsx'

/** The part of a query's result that is displayed. Data is kept while it is refetched. */
export interface Query<T> {
  readonly data: T | undefined
  readonly isError: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface QueryStateProps<T> {
  query: Query<T>
  skeleton: ReactNode
  /** Delay before the skeleton is shown. */
  skeletonAfterMs?: number
  failure: string | ((error: Error | null) => string)
  retryLabel?: string
  failureClassName?: string
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows data, an empty state, an error or a skeleton. First data renders in short tasks to keep phones responsive. */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { query, skeleton, skeletonAfterMs = 0, failure, retryLabel = 'Try again', failureClassName } = props
  const { data, isError, error, refetch } = query
  const isOnline = useOnline()
  const late = useDelayed(skeletonAfterMs, data === undefined && !isError)
  // React renders a query's update in one task, but a deferred value in short ones.
  const wasLoaded = useDeferredValue(data !== undefined)

  if (data !== undefined && wasLoaded) {
    const isEmpty = Array.isArray(data) && data.length === 0
    return isEmpty && props.empty !== undefined ? props.empty : props.children(data)
  }
  if (isError) {
    return (
      <ErrorState
        message={typeof failure === 'string' ? failure : failure(error)}
        action={<Button onClick={() => void refetch()}>{retryLabel}</Button>}
        {...(failureClassName === undefined ? {} : { className: failureClassName })}
      />
    )
  }
  // Requests wait for the network by themselves.
  if (data === undefined && !isOnline) return <NeedsNetwork className={failureClassName} />
  if (skeletonAfterMs > 0 && !late) return undefined
  return (
    <>
      <Loading />
      {skeleton}
    </>
  )
}

function NeedsNetwork({ className }: { className: string | undefined }) {
  return (
    <output className={classes('block px-4 py-10 text-center text-ink-soft', className)}>
      This needs the network. It opens by itself once that is back.
    </output>
  )
}

function useDelayed(ms: number, active = true): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [ms, active])
  return active && late
}
