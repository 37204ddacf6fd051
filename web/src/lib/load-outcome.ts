export interface LoadState {
  readonly isError: boolean
  readonly isSuccess: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
}

/** Undefined means unchanged: a query without data leaves its error state while it retries. */
export function loadOutcome(queries: readonly LoadState[]): 'failed' | 'loaded' | undefined {
  if (queries.some(({ isError }) => isError)) return 'failed'
  return queries.every(({ isSuccess, fetchStatus }) => isSuccess || fetchStatus === 'idle') ? 'loaded' : undefined
}
