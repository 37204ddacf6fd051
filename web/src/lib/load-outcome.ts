/** How far a query has come. */
export interface LoadState {
  readonly isError: boolean
  readonly isSuccess: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
}

/**
 * How the last complete attempt to load something ended, which may take several queries. A query without data leaves its
 * error state while it tries again, so `undefined` means: as before.
 */
export function loadOutcome(queries: readonly LoadState[]): 'failed' | 'loaded' | undefined {
  if (queries.some(({ isError }) => isError)) return 'failed'
  return queries.every(({ isSuccess, fetchStatus }) => isSuccess || fetchStatus === 'idle') ? 'loaded' : undefined
}
