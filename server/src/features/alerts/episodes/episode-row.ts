import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../../../platform/db/schema.ts'
import type { StoredEpisode } from './episode.ts'

interface Row extends Selectable<Schema['episode']> {
  readonly device_id: string | null
  readonly living_series: string | null
  readonly slot: number | null
}

/** @param row with what is left of its device and series */
export function toStored(row: Row): StoredEpisode {
  return {
    episodeId: row.id,
    householdId: row.household_id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    deviceKey: row.device_key,
    deviceId: row.device_id,
    seriesId: row.living_series,
    slot: row.slot,
    deviceName: row.device_name,
    label: row.label,
    unit: row.unit,
    metric: row.metric,
    channel: row.channel,
    kind: row.kind,
    severity: row.severity,
    limit: row.limit_value,
    upperLimit: row.upper_limit,
    withinMinutes: row.within_minutes,
    clearAt: row.clear_at,
    openedAt: row.opened_at,
    openedValue: row.opened_value,
    knownAt: row.known_at,
    worstAt: row.worst_at,
    worstValue: row.worst_value,
    closedAt: row.closed_at,
    closedValue: row.closed_value,
    closedWhy: row.closed_why,
    closedKnownAt: row.closed_known_at,
    acknowledgedAt: row.acknowledged_at,
    acknowledgedBy: row.acknowledged_by,
    acknowledgedNote: row.acknowledged_note,
    mutedUntil: row.muted_until,
    plantId: row.plant_id,
    plantConditionId: row.plant_condition_id,
    taskId: row.task_id,
    dueBaseAt: row.due_base_at,
    text: row.text,
  }
}

export function toRow(episode: StoredEpisode): Insertable<Schema['episode']> {
  return {
    id: episode.episodeId,
    household_id: episode.householdId,
    rule_id: episode.ruleId,
    rule_name: episode.ruleName,
    device_key: episode.deviceKey,
    series_id: episode.seriesId,
    device_name: episode.deviceName,
    label: episode.label,
    unit: episode.unit,
    metric: episode.metric,
    channel: episode.channel,
    kind: episode.kind,
    severity: episode.severity,
    limit_value: episode.limit,
    upper_limit: episode.upperLimit,
    within_minutes: episode.withinMinutes,
    clear_at: episode.clearAt,
    opened_at: episode.openedAt,
    opened_value: episode.openedValue,
    known_at: episode.knownAt,
    worst_at: episode.worstAt,
    worst_value: episode.worstValue,
    closed_at: episode.closedAt,
    closed_value: episode.closedValue,
    closed_why: episode.closedWhy,
    closed_known_at: episode.closedKnownAt,
    acknowledged_at: episode.acknowledgedAt,
    acknowledged_by: episode.acknowledgedBy,
    acknowledged_note: episode.acknowledgedNote,
    acknowledged_by_id: null,
    muted_until: episode.mutedUntil,
    told_at: null,
    plant_id: episode.plantId,
    plant_condition_id: episode.plantConditionId,
    task_id: episode.taskId,
    due_base_at: episode.dueBaseAt,
    text: episode.text,
  }
}
