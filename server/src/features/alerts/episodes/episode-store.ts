import type { Severity } from '@greenhouse/contract'
import { insertRows } from '@greenhouse/timeseries'
import type { Db, Schema, Tx } from '../../../platform/db/schema.ts'
import { toRow, toStored } from './episode-row.ts'
import type { StoredEpisode } from './episode.ts'

/** A place in a list, newest opening first. */
export interface Place {
  readonly at: number
  readonly id: string
}

/** Which episodes and notes of a household are listed. Instants in milliseconds since 1970. */
export interface EpisodeFilter {
  readonly state?: 'open' | 'closed' | undefined
  /** Opened at or after an instant, and before one. */
  readonly openedFrom?: number | undefined
  readonly openedBefore?: number | undefined
  /** Episodes that overlap the range, both ends included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly knownAfter?: number | undefined
  readonly deviceId?: string | undefined
  readonly severity?: Severity | undefined
  /** Only those behind this place: older. */
  readonly after?: Place | undefined
  readonly limit: number
}

const COLUMNS = [
  'id',
  'household_id',
  'rule_id',
  'rule_name',
  'device_key',
  'series_id',
  'device_name',
  'label',
  'unit',
  'metric',
  'channel',
  'kind',
  'severity',
  'limit_value',
  'upper_limit',
  'within_minutes',
  'clear_at',
  'opened_at',
  'opened_value',
  'known_at',
  'worst_at',
  'worst_value',
  'closed_at',
  'closed_value',
  'closed_why',
  'closed_known_at',
  'acknowledged_at',
  'acknowledged_by',
  'muted_until',
  'told_at',
  'plant_id',
  'plant_condition_id',
  'text',
] as const satisfies ReadonlyArray<keyof Schema['episode']>

/** The rest is found the next time. */
const ORPHANS_AT_ONCE = 1000

const insertRowsOfEpisodes = insertRows<never>({ table: 'episode', columns: COLUMNS, ending: '' })

/** Writes episodes that were opened, also those that were closed at once. */
export async function insertEpisodes(tx: Tx, episodes: readonly StoredEpisode[]): Promise<void> {
  const rows = episodes.map(toRow)
  await insertRowsOfEpisodes(
    tx,
    rows.map((row) => COLUMNS.map((column) => row[column] ?? null)),
  )
}

/** Writes the episode of a plant; false when the plant has an open one. */
export async function insertEpisodeOnce(tx: Tx, episode: StoredEpisode): Promise<boolean> {
  const row = await tx
    .insertInto('episode')
    .values(toRow(episode))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes an episode; false when it was closed before. */
export async function closeEpisode(tx: Tx, episodeId: string, closed: StoredEpisode): Promise<boolean> {
  const { worstAt, worstValue, closedAt, closedValue, closedWhy, closedKnownAt } = closed
  const { numUpdatedRows } = await tx
    .updateTable('episode')
    .set({ worst_at: worstAt, worst_value: worstValue, closed_at: closedAt, closed_value: closedValue })
    .set({ closed_why: closedWhy, closed_known_at: closedKnownAt })
    .where('id', '=', episodeId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the open episodes of rules: one of each device. */
export async function listOpenOfRules(db: Db, ruleIds: readonly string[]): Promise<StoredEpisode[]> {
  if (ruleIds.length === 0) return []
  const rows = await episodes(db).where('episode.rule_id', 'in', ruleIds).where('closed_at', 'is', null).execute()
  return rows.map(toStored)
}

/** Returns the open episodes of a device, or those of one series of it. */
export async function listOpenOfDevice(db: Db, deviceKey: number, seriesId?: string): Promise<StoredEpisode[]> {
  const rows = await episodes(db)
    .where('episode.device_key', '=', deviceKey)
    .where('closed_at', 'is', null)
    .$if(seriesId !== undefined, (query) => query.where('episode.series_id', '=', seriesId ?? ''))
    .execute()
  return rows.map(toStored)
}

/** Returns open episodes whose rule is gone with its device or series, or leaves their device out; of all users or of one. */
export async function listOrphans(db: Db, householdId?: string): Promise<StoredEpisode[]> {
  const rows = await episodes(db)
    .leftJoin('silence_exception', (join) =>
      join
        .onRef('silence_exception.rule_id', '=', 'episode.rule_id')
        .onRef('silence_exception.device_key', '=', 'episode.device_key'),
    )
    .where('closed_at', 'is', null)
    .where('episode.kind', '<>', 'due')
    .where((where) =>
      where.or([where('episode.rule_id', 'is', null), where('silence_exception.rule_id', 'is not', null)]),
    )
    .$if(householdId !== undefined, (query) => query.where('episode.household_id', '=', householdId ?? ''))
    .limit(ORPHANS_AT_ONCE)
    .execute()
  return rows.map(toStored)
}

export async function findEpisode(db: Db, householdId: string, episodeId: string): Promise<StoredEpisode | undefined> {
  const row = await episodes(db)
    .where('episode.id', '=', episodeId)
    .where('episode.household_id', '=', householdId)
    .executeTakeFirst()
  return row && toStored(row)
}

/** Returns existing episodes of any owner, by id. */
export async function findEpisodesById(db: Db, episodeIds: readonly string[]): Promise<Map<string, StoredEpisode>> {
  if (episodeIds.length === 0) return new Map()
  const rows = await episodes(db).where('episode.id', 'in', episodeIds).execute()
  return new Map(rows.map((row) => [row.id, toStored(row)]))
}

/** Returns the household's episodes, the newest opening first. */
export async function listEpisodes(db: Db, householdId: string, filter: EpisodeFilter): Promise<StoredEpisode[]> {
  const { state, openedFrom, openedBefore, from, to, knownAfter, deviceId, severity, after, limit } = filter
  const rows = await episodes(db)
    .where('episode.household_id', '=', householdId)
    .$if(state !== undefined, (query) => query.where('closed_at', state === 'open' ? 'is' : 'is not', null))
    .$if(openedFrom !== undefined, (query) => query.where('opened_at', '>=', openedFrom ?? 0))
    .$if(openedBefore !== undefined, (query) => query.where('opened_at', '<', openedBefore ?? 0))
    .$if(to !== undefined, (query) => query.where('opened_at', '<=', to ?? 0))
    .$if(from !== undefined, (query) =>
      query.where((where) => where.or([where('closed_at', 'is', null), where('closed_at', '>=', from ?? 0)])),
    )
    .$if(knownAfter !== undefined, (query) => query.where('known_at', '>', knownAfter ?? 0))
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
    .$if(severity !== undefined, (query) => query.where('severity', '=', severity ?? 'info'))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('opened_at', 'episode.id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('opened_at', 'desc')
    .orderBy('episode.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toStored)
}

/** Returns the position of an episode of the household in the list. */
export async function findEpisodePlace(db: Db, householdId: string, episodeId: string): Promise<Place | undefined> {
  return db
    .selectFrom('episode')
    .select(['opened_at as at', 'id'])
    .where('id', '=', episodeId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
}

/** Returns when the newest episode of the household was opened that was opened before an instant. */
export async function findNewestOpening(db: Db, householdId: string, before: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('episode')
    .select('opened_at')
    .where('household_id', '=', householdId)
    .where('opened_at', '<', before)
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.opened_at
}

/** Returns how many episodes of the household were opened from an instant and before one. */
export async function countOpenings(
  db: Db,
  householdId: string,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('episode')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('opened_at', '>=', from)
    .where('opened_at', '<', before)
    .executeTakeFirstOrThrow()
  return count
}

/** Selects episodes with what is left of their devices and series. */
function episodes(db: Db) {
  return db
    .selectFrom('episode')
    .leftJoin('device', 'device.key', 'episode.device_key')
    .leftJoin('series', 'series.id', 'episode.series_id')
    .selectAll('episode')
    .select(['device.id as device_id', 'series.id as living_series', 'series.slot'])
}
