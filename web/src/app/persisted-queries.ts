import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { buildId } from '../lib/build-id.ts'
import { isPersonal, queryKeys } from '../shared/query-keys.ts'
import { readStored, store, STORED } from '../lib/storage.ts'
import { readToken, userIdOf } from '../lib/token.ts'

/** Excludes histories (too large), sessions (must be current) and personal data (shared computers). */
const PERSISTED_KEYS: readonly QueryKey[] = [
  queryKeys.settings,
  queryKeys.households,
  queryKeys.boards,
  queryKeys.devices,
  queryKeys.series,
  queryKeys.places,
  queryKeys.plants,
  queryKeys.plantCodes,
  queryKeys.photos.covers,
  queryKeys.weather.forecast,
  queryKeys.tasks.list,
  queryKeys.alerts.open,
  queryKeys.alerts.years,
  queryKeys.conditions.fired,
]
const PERSISTED = new Set(PERSISTED_KEYS.map(hashKey))
/** With each place and each scanned code. */
const PERSISTED_WITHIN = [queryKeys.tasks.today, queryKeys.labels.byAnyCode]
/** Of the log of each plant. */
const ENTRIES_MAX = 20
/** Browsers give a site about five million characters. */
const CHARACTERS_MAX = 1_000_000
const WRITE_INTERVAL_MS = 2000

/** `householdId` is undefined for the default one. */
interface Owner {
  readonly userId: string
  readonly householdId?: string | undefined
}

interface Persisted extends Owner {
  /** Data of another build may have another shape. */
  readonly build: string
  readonly queries: ReadonlyArray<{ readonly key: readonly unknown[]; readonly data: unknown; readonly at: number }>
}

function isPersisted(key: QueryKey, hash: string): boolean {
  return (
    PERSISTED.has(hash) ||
    PERSISTED_WITHIN.some((within) => within.every((part, index) => key[index] === part)) ||
    isLogOfPlant(key)
  )
}

function isLogOfPlant([name, subject]: QueryKey): boolean {
  return name === queryKeys.care.all[0] && Object.keys(subject ?? {}).join() === 'plantId'
}

/** Keeps in memory what is persisted, however long no screen shows it: what leaves it would be written no more. */
export function keepPersisted(client: QueryClient): void {
  for (const queryKey of [...PERSISTED_KEYS, ...PERSISTED_WITHIN, queryKeys.care.all])
    client.setQueryDefaults(queryKey, { gcTime: Infinity })
}

/** Restores the stored queries of this user, each with its age, and removes those of another user or build. */
export function restoreQueries(client: QueryClient, { userId, householdId }: Owner, build = buildId()): void {
  try {
    // Written below; the build is checked before the rest is used.
    const stored = JSON.parse(readStored(STORED.queries) ?? '{}') as Partial<Persisted>
    if (stored.userId !== userId || stored.build !== build) return store(STORED.queries, null)
    for (const { key, data, at } of stored.queries ?? []) {
      if (stored.householdId !== householdId && !isPersonal(key)) continue
      client.setQueryData(key, data, { updatedAt: at })
      // Even a recent value may be older than the last change before the reload.
      void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
    }
  } catch {
    store(STORED.queries, null)
  }
}

/** Stores queries until stopped or until the session ends: React may keep a page mounted for a while after sign-out. */
export function persistQueries(client: QueryClient, { userId, householdId }: Owner, build = buildId()): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    if (userIdOf(readToken() ?? '') !== userId) return
    const queries = client
      .getQueryCache()
      .getAll()
      .filter(({ queryKey, queryHash, state }) => state.data !== undefined && isPersisted(queryKey, queryHash))
      .map(({ queryKey, state: { data, dataUpdatedAt: at } }) =>
        isLogOfPlant(queryKey) ? { key: queryKey, data: newestEntries(data), at } : { key: queryKey, data, at },
      )
    const owner = JSON.stringify({ build, userId, householdId } satisfies Omit<Persisted, 'queries'>)
    store(STORED.queries, `${owner.slice(0, -1)},"queries":[${fitting(queries).join()}]}`)
  }
  const stop = client.getQueryCache().subscribe(() => {
    timer ??= setTimeout(write, WRITE_INTERVAL_MS)
  })
  // A page that is reloaded, closed or frozen runs no more timers.
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

/** Returns texts of queries, without those that have no room: of logs the oldest. */
function fitting(queries: Persisted['queries']): string[] {
  let room = CHARACTERS_MAX
  return queries
    .toSorted((one, other) => Number(isLogOfPlant(one.key)) - Number(isLogOfPlant(other.key)) || other.at - one.at)
    .map((query) => JSON.stringify(query))
    .filter(({ length }) => {
      if (length > room) return false
      room -= length
      return true
    })
}

/** Returns the first page of a log, which is refetched as soon as there is a network. */
function newestEntries(log: unknown): unknown {
  // The hook of the log caches pages.
  const { pages = [], pageParams = [] } = log as { pages?: unknown[][]; pageParams?: unknown[] }
  return { pages: pages.slice(0, 1).map((page) => page.slice(0, ENTRIES_MAX)), pageParams: pageParams.slice(0, 1) }
}
