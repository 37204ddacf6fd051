import { hashKey, type QueryClient } from '@tanstack/react-query'
import { buildId } from '../lib/build-id.ts'
import { queryKeys } from '../shared/query-keys.ts'
import { readStored, store, STORED } from '../lib/storage.ts'
import { readToken, userIdOf } from '../lib/token.ts'

/**
 * What is shown without the server. Histories are too large, a list of sessions must not be outdated, and personal data
 * (name, e-mail, birthday) must not be stored on a disk that others may use.
 */
const PERSISTED = new Set(
  [
    queryKeys.settings,
    queryKeys.boards,
    queryKeys.devices,
    queryKeys.series,
    queryKeys.plants,
    queryKeys.weather.forecast,
  ].map(hashKey),
)
/** Browsers give a site about five million characters. */
const CHARACTERS_MAX = 1_000_000
const WRITE_INTERVAL_MS = 2000

interface Persisted {
  /** Another build may have stored other shapes. */
  readonly build: string
  readonly userId: string
  readonly queries: ReadonlyArray<{ readonly key: readonly unknown[]; readonly data: unknown; readonly at: number }>
}

/**
 * Restores the queries that this person saw last, each with its time, so that they are fetched again as soon as possible.
 * What another person or another build has stored is removed.
 */
export function restoreQueries(client: QueryClient, userId: string, build = buildId()): void {
  try {
    const stored = JSON.parse(readStored(STORED.queries) ?? '{}') as Partial<Persisted>
    if (stored.userId !== userId || stored.build !== build) return store(STORED.queries, null)
    for (const { key, data, at } of stored.queries ?? []) {
      client.setQueryData(key, data, { updatedAt: at })
      // Even a recent value may be older than the last change before the page was reloaded.
      void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
    }
  } catch {
    // What can not be read is treated as nothing stored.
    store(STORED.queries, null)
  }
}

/**
 * Stores what is seen until it is stopped or the session ends, whichever comes first: React may keep a screen mounted
 * for a while after a sign-out. Returns how to stop.
 */
export function persistQueries(client: QueryClient, userId: string, build = buildId()): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    if (userIdOf(readToken() ?? '') !== userId) return
    const queries = client
      .getQueryCache()
      .getAll()
      .filter(({ queryHash, state }) => state.data !== undefined && PERSISTED.has(queryHash))
      .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
    const text = JSON.stringify({ build, userId, queries } satisfies Persisted)
    if (text.length <= CHARACTERS_MAX) store(STORED.queries, text)
  }
  const stop = client.getQueryCache().subscribe(() => {
    timer ??= setTimeout(write, WRITE_INTERVAL_MS)
  })
  // A page that is reloaded or closed, or a phone that puts it away, runs no timer any more.
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    write()
  }
  const flushIfHidden = () => document.visibilityState === 'hidden' && flush()
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flushIfHidden)
  return () => {
    stop()
    clearTimeout(timer)
    window.removeEventListener('pagehide', flush)
    document.removeEventListener('visibilitychange', flushIfHidden)
  }
}
