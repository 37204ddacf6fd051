import type { TaskKind } from '@greenhouse/contract'
import type { Tx } from '../../../platform/db/schema.ts'
import { dueText } from './alert-text.ts'
import { NO_PLANT, NO_RULE, OPEN, type StoredEpisode } from './episode.ts'
import { insertEpisodeOnce, insertEpisodes } from './episode-store.ts'
import type { NotifiedRule } from './notified-rule-store.ts'

/** A due task with a reminder and without an open episode. Times in milliseconds since 1970. */
export interface DueTask {
  readonly taskId: string
  readonly householdId: string
  readonly kind: TaskKind
  readonly label: string
  readonly plantId: string | null
  /** The condition of the specification, for water of a plant. */
  readonly conditionId: string | null
  /** The plant, the place, or the household. */
  readonly subject: string
  /** When it became due, or when its reminder was turned on if that was later. */
  readonly dueAt: number
  readonly baseAt: number | null
  readonly lastDoneAt: number | null
}

/** Stores new episodes, the open ones first. */
export function openEpisodes(tx: Tx, episodes: readonly StoredEpisode[]): Promise<void> {
  const isOpen = ({ closedAt }: StoredEpisode) => closedAt === null
  return insertEpisodes(tx, [...episodes.filter(isOpen), ...episodes.filter((episode) => !isOpen(episode))])
}

/** Opens the episode of a due task. Returns undefined when the task has an open one. */
export async function openDueEpisode(tx: Tx, task: DueTask, opening: Opening): Promise<StoredEpisode | undefined> {
  const episode = episodeOfTask(task, opening)
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

interface Opening {
  readonly newId: () => string
  readonly now: number
}

function episodeOfTask(task: DueTask, { newId, now }: Opening): StoredEpisode {
  return {
    episodeId: newId(),
    householdId: task.householdId,
    ...NO_RULE,
    ...OPEN,
    deviceName: task.subject,
    kind: 'due',
    severity: 'info',
    openedAt: task.dueAt,
    knownAt: now,
    plantId: task.plantId,
    plantConditionId: task.conditionId,
    taskId: task.taskId,
    dueBaseAt: task.baseAt,
    text: dueText(task, now),
  }
}
