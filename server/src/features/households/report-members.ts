import type { Hub } from '../../platform/live/hub.ts'
import { hubTopic } from '../../platform/live/topics.ts'

/** Makes the browsers of a household, and those of a person who has come, changed or gone, load the members again. */
export function reportMembers(
  hub: Pick<Hub, 'publish'>,
  { householdId, userId }: { readonly householdId: string; readonly userId: string },
): void {
  for (const name of [hubTopic.changesOf(householdId), hubTopic.personalChangesOf(userId)])
    hub.publish(name, { eventType: 'ServerReportsChange', changed: ['households'] })
}
