import { useDeferredValue, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'
import { Loading } from './skeleton.tsx'
import { useDelayed } from './use-delayed.ts'

/** What is known of a query: its data, kept while it is fetched again, and whether the last try failed. */
export interface Query<T> {
  readonly data: T | undefined
  readonly isError: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface QueryStateProps<T> {
  query: Query<T>
  /** Keeps the room while the data is loading. */
  skeleton: ReactNode
  /** The skeleton is shown once loading has taken this long, in milliseconds; at once when left out. */
  skeletonAfterMs?: number
  /** Says what could not be loaded. */
  failure: string | ((error: Error | null) => string)
  retryLabel?: string
  failureClassName?: string
  /** Says that there is nothing yet and what to do; shown for an empty list. */
  empty?: ReactNode
  /** Shows the data. */
  children: (data: T) => ReactNode
}

/**
 * One of the states of what is loaded: the data whenever there is any, a word about an empty list, a failure with a way
 * to try again, or a skeleton. The first data is rendered in short tasks, so that a phone reacts to touch in between.
 */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { query, skeleton, skeletonAfterMs = 0, failure, retryLabel = 'Try again', failureClassName } = props
  const { data, isError, error, refetch } = query
  const late = useDelayed(skeletonAfterMs, data === undefined && !isError)
  // React renders a change of a query in one task, however long it takes, and what follows a deferred value in short ones.
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
  if (skeletonAfterMs > 0 && !late) return undefined
  return (
    <>
      <Loading />
      {skeleton}
    </>
  )
}
