import { MINUTE_MS } from '@greenhouse/contract'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys, refetchOutdated } from '../query-keys.ts'

let last = -Infinity
let fetching: Promise<void> | undefined

/**
 * Fetches photos again after one could not be loaded, since its link may have ended. Resolves to false when this was done less than
 * a minute ago.
 */
export async function refetchEndedLinks(client: QueryClient, now = Date.now()): Promise<boolean> {
  if (fetching === undefined && now - last < MINUTE_MS) return false
  last = now
  fetching ??= refetchOutdated(client, [queryKeys.photos.all]).finally(() => (fetching = undefined))
  await fetching
  return true
}
