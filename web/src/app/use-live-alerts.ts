import { topic } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useHousehold } from '../shared/household/household-queries.ts'
import { live } from '../shared/live/live.ts'
import { outdatedBy, refetchOutdated } from '../shared/query-keys.ts'
import { toast } from '../ui/toast.ts'
import { applyEpisodes } from '../shared/episode/episode-cache.ts'

const TOAST_MS = 5000

/** Applies live episodes to the cache and shows new alerts in a toast, unless a page shows them (`watching`). */
export function useLiveAlerts(watching: boolean): void {
  const client = useQueryClient()
  const householdId = useHousehold()?.householdId
  const isWatching = useEffectEvent(() => watching)
  useEffect(() => {
    if (householdId === undefined) return undefined
    const batch = new AlertBatch((count) => {
      if (!isWatching()) toast.blank(`${count} new alert(s) received`, { duration: TOAST_MS })
    })
    const stop = live.subscribe(topic.householdOf(householdId), (message) => {
      if (message.eventType === 'episodes') applyEpisodes(client, message.episodes)
      if (message.eventType !== 'ServerBroadcastsLiveAlertToAlertView') return
      // Alerts of rules arrive with their details in another message.
      if (message.alerts.some(({ alertDeviceConditionId }) => alertDeviceConditionId === null)) {
        void refetchOutdated(client, outdatedBy.note)
      }
      if (!isWatching()) batch.add(message.alerts.length)
    })
    return () => {
      stop()
      batch.clear()
    }
  }, [client, householdId])
}

/** Alerts within this time are announced together. */
export const ALERT_QUIET_MS = 1500

export class AlertBatch {
  readonly #announce: (count: number) => void
  #count = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(announce: (count: number) => void) {
    this.#announce = announce
  }

  add(count: number): void {
    this.#count += count
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const gathered = this.#count
      this.#count = 0
      this.#announce(gathered)
    }, ALERT_QUIET_MS)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#count = 0
  }
}
