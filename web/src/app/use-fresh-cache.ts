import { topic, type ServerMessage, type Subject } from '@greenhouse/contract'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { applyCare } from './care-cache.ts'
import { tellCare } from '../shared/care/heard-care.ts'
import { householdList, useHousehold } from '../shared/household/household-queries.ts'
import { live, onReconnect } from '../shared/live/live.ts'
import { outdatedBy, queriesOf, refetchOutdated } from '../shared/query-keys.ts'

const COLLECTION_MS = 300

/** As the server counts days for a household without a zone. */
const ZONE_OF_NONE = 'UTC'

/** Shows acts of care, and refetches after reconnects, deletions of readings, and other changes made in another browser. */
export function useFreshCache(userId: string | null): void {
  const client = useQueryClient()
  const household = useHousehold()
  const householdId = household?.householdId
  const zone = household?.timeZone ?? ZONE_OF_NONE
  // Personal changes arrive with the household, too; a person in none gets them by a topic of their own.
  const isInNone = !useQuery(householdList).isPending && householdId === undefined
  const changes = useMemo(() => collectChanges(client), [client])
  useEffect(() => {
    const refresh = () => void refetchOutdated(client, outdatedBy.everything)
    const hear = (message: ServerMessage) => {
      if (message.eventType === 'AdminHasDeletedData') return refresh()
      if (message.eventType !== 'care') return changes.add(message)
      tellCare(message)
      return changes.outdate(applyCare(client, message, zone))
    }
    const stops = [onReconnect(refresh)]
    if (userId !== null && isInNone) stops.push(live.subscribe(topic.changesOf(userId), changes.add))
    if (householdId !== undefined) stops.push(hearTopic(topic.householdOf(householdId), hear, client))
    return () => stops.forEach((stop) => stop())
  }, [client, changes, userId, householdId, isInNone, zone])
  // Kept while the household becomes known or changes: a change that arrived before must not be lost.
  useEffect(() => changes.stop, [changes])
}

/** Subscribes, and refetches what may have changed before that: a page may open long before its connection. */
function hearTopic(name: string, hear: (message: ServerMessage) => void, client: QueryClient): () => void {
  const stop = live.subscribe(name, hear)
  const stopSubscribed = live.onSubscribed((topicIds) => {
    if (!topicIds.includes(name)) return
    void client.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })
    // Recent data is fetched again when it is shown next.
    void client.invalidateQueries({ refetchType: 'none' })
  })
  return () => {
    stop()
    stopSubscribed()
  }
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

  function outdate(subjects: readonly Subject[]) {
    if (subjects.length === 0) return
    subjects.forEach((subject) => changed.add(subject))
    schedule()
  }

  function schedule() {
    timer ??= setTimeout(refetch, COLLECTION_MS)
  }

  return {
    add: (message: ServerMessage) =>
      message.eventType === 'ServerReportsChange' ? outdate(message.changed) : undefined,
    outdate,
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
