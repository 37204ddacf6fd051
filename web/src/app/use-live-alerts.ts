import { topic, type Episode } from '@greenhouse/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createElement, useEffect, useEffectEvent } from 'react'
import { openEpisodes } from '../shared/episode/episode-queries.ts'
import { useHousehold } from '../shared/household/household-queries.ts'
import { live } from '../shared/live/live.ts'
import { outdatedBy, refetchOutdated } from '../shared/query-keys.ts'
import { useSettings } from '../shared/settings/settings-queries.ts'
import { toast } from '../ui/toast.ts'
import { applyEpisodes } from '../shared/episode/episode-cache.ts'
import { AlertToast, type NewAlerts } from './alert-toast.tsx'

const TOAST_MS = 5000

/** Applies live episodes to the cache and shows new alerts in a toast, unless a page shows them (`watching`). */
export function useLiveAlerts(watching: boolean): void {
  const client = useQueryClient()
  const householdId = useHousehold()?.householdId
  const { celsius } = useSettings()
  const announce = useEffectEvent((gathered: NewAlerts) => {
    if (watching) return
    const now = Date.now()
    const onLeave = (id: string) => () => toast.dismiss(id)
    toast.alert((id) => createElement(AlertToast, { ...gathered, celsius, now, onLeave: onLeave(id) }), {
      duration: TOAST_MS,
    })
  })
  const isWatching = useEffectEvent(() => watching)
  useEffect(() => {
    if (householdId === undefined) return undefined
    const batch = new AlertBatch((gathered) => announce(gathered))
    const stop = live.subscribe(topic.householdOf(householdId), (message) => {
      if (message.eventType === 'episodes') {
        batch.describe(opened(client, message.episodes))
        applyEpisodes(client, message.episodes)
      }
      if (message.eventType !== 'ServerBroadcastsLiveAlertToAlertView') return
      // Alerts of rules arrive with their details in another message.
      if (message.alerts.some(({ alertDeviceConditionId }) => alertDeviceConditionId === null)) {
        void refetchOutdated(client, outdatedBy.note)
      }
      if (!isWatching()) batch.add(message.alerts)
    })
    return () => {
      stop()
      batch.clear()
    }
  }, [client, householdId])
}

/** Returns the episodes that are open and were not before. */
function opened(client: QueryClient, episodes: readonly Episode[]): Episode[] {
  const known = new Set(client.getQueryData(openEpisodes.queryKey)?.map(({ episodeId }) => episodeId))
  return episodes.filter(({ episodeId, closedAt }) => closedAt === null && !known.has(episodeId))
}

/** Alerts within this time are announced together. */
export const ALERT_QUIET_MS = 1500

const NOTHING: NewAlerts = { alerts: [], episodes: [] }

export class AlertBatch {
  readonly #announce: (gathered: NewAlerts) => void
  #gathered = NOTHING
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(announce: (gathered: NewAlerts) => void) {
    this.#announce = announce
  }

  add(alerts: NewAlerts['alerts']): void {
    this.#gathered = { ...this.#gathered, alerts: [...this.#gathered.alerts, ...alerts] }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const gathered = this.#gathered
      this.#gathered = NOTHING
      this.#announce(gathered)
    }, ALERT_QUIET_MS)
  }

  /** Adds details, which follow the alerts. */
  describe(episodes: NewAlerts['episodes']): void {
    if (this.#gathered.alerts.length === 0) return
    this.#gathered = { ...this.#gathered, episodes: [...this.#gathered.episodes, ...episodes] }
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#gathered = NOTHING
  }
}
