import { topic, type ServerMessage, type Subject } from '@greenhouse/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useHousehold } from '../shared/household/household-queries.ts'
import { live, onReconnect } from '../shared/live/live.ts'
import { outdatedBy, queriesOf, refetchOutdated } from '../shared/query-keys.ts'

const COLLECTION_MS = 300

/** Refetches after reconnects, deletions of readings, and changes made in another browser. */
export function useFreshCache(userId: string | null): void {
  const client = useQueryClient()
  const householdId = useHousehold()?.householdId
  const changes = useMemo(() => collectChanges(client), [client])
  useEffect(() => {
    const refresh = () => void refetchOutdated(client, outdatedBy.everything)
    const hear = (message: ServerMessage) =>
      message.eventType === 'AdminHasDeletedData' ? refresh() : changes.add(message)
    const stops = [onReconnect(refresh)]
    if (userId !== null) stops.push(live.subscribe(topic.changesOf(userId), changes.add))
    if (householdId !== undefined) stops.push(live.subscribe(topic.householdOf(householdId), hear))
    return () => stops.forEach((stop) => stop())
  }, [client, changes, userId, householdId])
  // Kept while the household becomes known: a change that arrived before must not be lost.
  useEffect(() => changes.stop, [changes])
}

/** Refetches changed queries once no mutation of this page is running, which a refetch would overwrite. */
export function collectChanges(client: QueryClient) {
  const changed = new Set<Subject>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function refetch() {
    timer = undefined
    if (client.isMutating() > 0) return schedule()
    const keys = [...changed].flatMap((subject) => queriesOf[subject])
    changed.clear()
    void refetchOutdated(client, keys)
  }

  function schedule() {
    timer ??= setTimeout(refetch, COLLECTION_MS)
  }

  return {
    add(message: ServerMessage) {
      if (message.eventType !== 'ServerReportsChange') return
      message.changed.forEach((subject) => changed.add(subject))
      schedule()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
