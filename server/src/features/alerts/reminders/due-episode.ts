import { NO_RULE, OPEN, type StoredEpisode } from '../episodes/episode.ts'
import { dueText } from '../alert-text.ts'
import type { DuePlant } from './due-plant-store.ts'

/** Returns the episode of a plant that is due. */
export function dueEpisode(
  { userId, plantId, plantName, conditionId, dueAt, lastWateredAt }: DuePlant,
  { episodeId, now }: { readonly episodeId: string; readonly now: number },
): StoredEpisode {
  return {
    episodeId,
    userId,
    ...NO_RULE,
    ...OPEN,
    deviceName: plantName,
    kind: 'due',
    severity: 'info',
    openedAt: dueAt,
    knownAt: now,
    plantId,
    plantConditionId: conditionId,
    text: dueText(plantName, lastWateredAt, now),
  }
}
