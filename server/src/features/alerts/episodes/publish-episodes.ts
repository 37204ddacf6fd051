import { topic, type Episode } from '@greenhouse/contract'
import type { Hub } from '../../../platform/live/hub.ts'

/** Shows episodes that were opened, closed, acknowledged or muted to the browsers of their owner. */
export function publishEpisodes(hub: Hub, householdId: string, episodes: readonly Episode[]): void {
  if (episodes.length === 0) return
  hub.publish(topic.alertsOf(householdId), { eventType: 'episodes', episodes: [...episodes] })
}
