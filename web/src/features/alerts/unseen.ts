import type { Alert } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { readStored, store, STORED } from '../../lib/storage.ts'
import { newestAlerts } from './alert-queries.ts'

const listeners = new Set<() => void>()

/** How many of the newest alerts, newest first, came after the one that was seen last. */
export function unseenCount(newest: readonly Alert[], seen: string | null): number {
  const index = newest.findIndex(({ alertId }) => alertId === seen)
  return index === -1 ? newest.length : index
}

/** The number of alerts that were not seen in this browser, and how to mark all as seen. */
export function useUnseenAlerts(): { count: number; markSeen: () => void } {
  const { data: newest = [] } = useQuery(newestAlerts)
  const seen = useSyncExternalStore(onSeen, lastSeen, lastSeen)
  const last = newest[0]?.alertId
  const markSeen = useCallback(() => {
    if (last === undefined || readStored(STORED.alertSeen) === last) return
    store(STORED.alertSeen, last)
    for (const listener of listeners) listener()
  }, [last])
  return { count: unseenCount(newest, seen), markSeen }
}

function onSeen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function lastSeen(): string | null {
  return readStored(STORED.alertSeen)
}
