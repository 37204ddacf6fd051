import { MINUTE_MS } from '@greenhouse/contract'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys, refetchOutdated } from '../query-keys.ts'

let last = -Infinity

/** Fetches photos again after one could not be loaded, at most once a minute: its link may have ended. */
export async function refetchEndedLinks(client: QueryClient, now = Date.now()): Promise<void> {
  if (now - last < MINUTE_MS) return
  last = now
  await refetchOutdated(client, [queryKeys.photos.all])
}
