import type { Tx } from '../../../platform/db/schema.ts'
import { dueText } from './alert-text.ts'
import { NO_PLANT, NO_RULE, OPEN, type StoredEpisode } from './episode.ts'
import { insertEpisodeOnce, insertEpisodes } from './episode-store.ts'
import type { NotifiedRule } from './notified-rule-store.ts'

/** Stores new episodes, the open ones first. */
export function openEpisodes(tx: Tx, episodes: readonly StoredEpisode[]): Promise<void> {
  const isOpen = ({ closedAt }: StoredEpisode) => closedAt === null
  return insertEpisodes(tx, [...episodes.filter(isOpen), ...episodes.filter((episode) => !isOpen(episode))])
}

/** Opens the episode of a due plant. Returns undefined when the plant has an open one. */
export async function openDueEpisode(tx: Tx, plant: DuePlant, opening: Opening): Promise<StoredEpisode | undefined> {
  const episode = episodeOfPlant(plant, opening)
  return (await insertEpisodeOnce(tx, episode)) ? episode : undefined
}

/** Returns the episode that a rule opens at an instant with a value. */
export function episodeOfRule(
  rule: NotifiedRule,
  { newId, now, at, value }: { newId: () => string; now: number; at: number; value: number | null },
): StoredEpisode {
  const { deviceKey, deviceId, deviceName, series, kind, severity, limit, upperLimit, withinMinutes, clearAt } = rule
  return {
    episodeId: newId(),
    householdId: rule.householdId,
    ruleId: rule.ruleId,
    ruleName: rule.name,
    deviceKey,
    deviceId,
    seriesId: series?.seriesId ?? null,
    slot: series?.slot ?? null,
    deviceName,
    label: series?.label ?? null,
    unit: series?.unit ?? null,
    metric: series?.metric ?? null,
    channel: series?.channel ?? null,
    kind,
    severity,
    limit,
    upperLimit,
    withinMinutes,
    clearAt,
    openedAt: at,
    openedValue: value,
    knownAt: now,
    ...OPEN,
    ...NO_PLANT,
  }
}

interface DuePlant {
  readonly householdId: string
  readonly plantId: string
  readonly plantName: string
  readonly conditionId: string
  readonly dueAt: number
  readonly lastWateredAt: number | null
}

interface Opening {
  readonly newId: () => string
  readonly now: number
}

function episodeOfPlant(
  { householdId, plantId, plantName, conditionId, dueAt, lastWateredAt }: DuePlant,
  { newId, now }: Opening,
): StoredEpisode {
  return {
    episodeId: newId(),
    householdId,
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
