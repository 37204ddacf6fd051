import type { Alert, Episode } from '@greenhouse/contract'
import type { Hub } from '../../../platform/live/hub.ts'
import { hubTopic } from '../../../platform/live/topics.ts'

/** Shows episodes that were opened, closed, acknowledged or muted to the browsers of their household. */
export function publishEpisodes(hub: Hub, householdId: string, episodes: readonly Episode[]): void {
  if (episodes.length === 0) return
  hub.publish(hubTopic.episodesOf(householdId), { eventType: 'episodes', episodes: [...episodes] })
}

/** Shows new alerts to each member in the member's unit of temperature. */
export function publishAlerts(hub: Hub, householdId: string, alertsIn: (celsius: boolean) => readonly Alert[]): void {
  for (const celsius of [true, false]) {
    const alerts = [...alertsIn(celsius)]
    if (alerts.length === 0) return
    hub.publish(hubTopic.alertsOf(householdId, celsius), { eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts })
  }
}
