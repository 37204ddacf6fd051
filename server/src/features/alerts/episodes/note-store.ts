import { toTimestamp, type Episode, type Severity } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'
import type { EpisodeFilter, Place } from './episode-store.ts'

/** A message without an episode: an alert made by hand, or of an earlier version. */
export interface StoredNote {
  readonly noteId: string
  readonly name: string
  readonly text: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly plantConditionId: string | null
  readonly ruleId: string | null
  readonly deviceId: string | null
  readonly seriesId: string | null
  readonly sensorType: string | null
}

/** Returns the household's notes, newest first. None is open; those of values are warnings and all others info. */
export async function listNotes(db: Db, householdId: string, filter: EpisodeFilter): Promise<StoredNote[]> {
  const { state, openedFrom, openedBefore, from, to, knownAfter, deviceId, severity, after, limit } = filter
  if (state === 'open' || severity === 'critical') return []
  const earliest = Math.max(openedFrom ?? -Infinity, from ?? -Infinity)
  const before = Math.min(openedBefore ?? Infinity, to === undefined ? Infinity : to + 1)
  const rows = await db
    .selectFrom('alert')
    .leftJoin('device', 'device.key', 'alert.device_key')
    .select(['alert.id', 'alert.name', 'alert.description', 'alert.at', 'alert.sensor_type', 'device.id as device_id'])
    .leftJoin('series', 'series.id', 'alert.series_id')
    .select(['alert.plant_condition_id', 'alert.rule_id', 'series.id as series_id'])
    .where('alert.household_id', '=', householdId)
    .$if(earliest > -Infinity, (query) => query.where('alert.at', '>=', earliest))
    .$if(before < Infinity, (query) => query.where('alert.at', '<', before))
    .$if(knownAfter !== undefined, (query) => query.where('alert.at', '>', knownAfter ?? 0))
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
    .$if(severity !== undefined, (query) =>
      query.where('alert.sensor_type', severity === 'warning' ? 'is not' : 'is', null),
    )
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('alert.at', 'alert.id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('alert.at', 'desc')
    .orderBy('alert.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    noteId: row.id,
    name: row.name,
    text: row.description,
    at: row.at,
    plantConditionId: row.plant_condition_id,
    ruleId: row.rule_id,
    deviceId: row.device_id,
    seriesId: row.series_id,
    sensorType: row.sensor_type,
  }))
}

/** Returns the position of a note of the household in the list. */
export async function findNotePlace(db: Db, householdId: string, noteId: string): Promise<Place | undefined> {
  return db
    .selectFrom('alert')
    .select(['at', 'id'])
    .where('id', '=', noteId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
}

/** Returns the time of the household's newest note before an instant. */
export async function findNewestNote(db: Db, householdId: string, before: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('alert')
    .select('at')
    .where('household_id', '=', householdId)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Returns how many notes of the household came from an instant and before one. */
export async function countNotes(
  db: Db,
  householdId: string,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('alert')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('at', '>=', from)
    .where('at', '<', before)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns a note as the contract has it: an episode that was over as it came. */
export function noteToEpisode(note: StoredNote): Episode {
  const at = toTimestamp(note.at)
  const severity: Severity = note.sensorType === null ? 'info' : 'warning'
  return {
    episodeId: note.noteId,
    kind: 'note',
    severity,
    name: note.name,
    text: note.text,
    ruleId: note.ruleId,
    ruleName: '',
    plantId: null,
    taskId: null,
    plantConditionId: note.plantConditionId,
    deviceId: note.deviceId,
    seriesId: note.seriesId,
    ...NOTHING_MEASURED,
    openedAt: at,
    closedAt: at,
    knownAt: at,
    closedKnownAt: at,
  }
}

const NOTHING_MEASURED = {
  metric: null,
  channel: null,
  label: null,
  unit: null,
  limit: null,
  upperLimit: null,
  withinMinutes: null,
  clearAt: null,
  openedValue: null,
  worstAt: null,
  worstValue: null,
  closedValue: null,
  closedWhy: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedNote: null,
  mutedUntil: null,
} as const
