import type { QueryClient } from '@tanstack/react-query'
import { readStored, store, STORED } from '../lib/storage.ts'
import { readToken, userIdOf } from '../lib/token.ts'

/**
 * What is worth seeing without the server. Histories are too large, a session list must not be old, and who somebody is
 * (name, e-mail, birthday) has no business on a disk that others may use.
 */
const KEPT = new Set(['settings', 'devices', 'newest', 'plants', 'weather'])
/** Browsers give a site about five million characters. */
const LONGEST = 1_000_000
const WRITTEN_EVERY_MS = 2000

interface Known {
  readonly userId: string
  readonly queries: ReadonlyArray<{ readonly key: readonly unknown[]; readonly data: unknown; readonly at: number }>
}

/** Puts what this person saw last into the cache, each with its time, so that it is asked for anew as soon as possible. */
export function restoreKnown(client: QueryClient, userId: string): void {
  try {
    const known = JSON.parse(readStored(STORED.known) ?? '{}') as Partial<Known>
    if (known.userId !== userId) return store(STORED.known, null)
    for (const { key, data, at } of known.queries ?? []) client.setQueryData(key, data, { updatedAt: at })
  } catch {
    // Written by another version: as good as nothing.
    store(STORED.known, null)
  }
}

/**
 * Keeps what is seen until it is stopped or the session ends, whichever comes first: React may keep a screen mounted
 * for a while after a sign-out. Returns how to stop.
 */
export function keepKnown(client: QueryClient, userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    if (userIdOf(readToken() ?? '') !== userId) return
    const queries = client
      .getQueryCache()
      .getAll()
      .filter(
        ({ queryKey, state }) => state.data !== undefined && KEPT.has(String(queryKey[0])) && queryKey[1] !== 'places',
      )
      .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
    const text = JSON.stringify({ userId, queries } satisfies Known)
    if (text.length <= LONGEST) store(STORED.known, text)
  }
  const stop = client.getQueryCache().subscribe(() => {
    timer ??= setTimeout(write, WRITTEN_EVERY_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
