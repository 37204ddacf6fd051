import type { Calibration, SeriesChange } from '@greenhouse/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'

export type SeriesRow = Selectable<Schema['series']>

export interface OwnedSeriesRow extends SeriesRow {
  readonly device_id: string
  /** The plant that it is computed for; null for what a device measures. */
  readonly plant_id: string | null
  readonly plant_name: string | null
  readonly plant_place_id: string | null
}

export interface NewSeries {
  readonly seriesId: string
  readonly deviceKey: number
  readonly slot: number
  readonly metricId: string
  readonly channel: string
  readonly visible: boolean
  /** The board's own, for a generic metric. */
  readonly unit?: string
}

export async function listSeriesOf(db: Db, deviceKeys: readonly number[]): Promise<SeriesRow[]> {
  if (deviceKeys.length === 0) return []
  return db.selectFrom('series').selectAll().where('device_key', 'in', deviceKeys).execute()
}

/** Returns the series of a household's devices, or of one of them, device by device. */
export async function listOwnedSeries(db: Db, householdId: string, deviceId?: string): Promise<OwnedSeriesRow[]> {
  const series = ownedSeries(db, householdId).orderBy('device.created_at').orderBy('device.key')
  return (deviceId === undefined ? series : series.where('device.id', '=', deviceId)).execute()
}

export async function findOwnedSeries(
  db: Db,
  householdId: string,
  seriesId: string,
): Promise<OwnedSeriesRow | undefined> {
  return ownedSeries(db, householdId).where('series.id', '=', seriesId).executeTakeFirst()
}

export async function listOwnedSeriesById(
  db: Db,
  householdId: string,
  seriesIds: readonly string[],
): Promise<OwnedSeriesRow[]> {
  return ownedSeries(db, householdId).where('series.id', 'in', seriesIds).execute()
}

/** Throws when the device is gone, or has such a series or slot already. */
export async function insertSeries(db: Db, series: readonly NewSeries[]): Promise<void> {
  await db
    .insertInto('series')
    .values(
      series.map(({ seriesId, deviceKey, slot, metricId, channel, visible, unit = '' }) => ({
        id: seriesId,
        device_key: deviceKey,
        slot,
        metric: metricId,
        channel,
        label: '',
        unit,
        visible: Number(visible),
      })),
    )
    .execute()
}

/** Changes a series that is the household's; `changedAt` is when, in milliseconds since 1970. */
export async function updateSeries(
  tx: Tx,
  seriesId: string,
  change: Omit<SeriesChange, 'order'>,
  changedAt: number,
): Promise<void> {
  const columns = toColumns(change, changedAt)
  if (Object.keys(columns).length > 0) await tx.updateTable('series').set(columns).where('id', '=', seriesId).execute()
}

export async function arrangeSeries(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  for (const [position, id] of seriesIds.entries()) {
    await tx.updateTable('series').set({ position }).where('id', '=', id).execute()
  }
}

/** Moves a series to another slot and records the pending erasure. False when its slot changed meanwhile. */
export async function replaceSlot(
  db: Db,
  { id, slot }: Pick<SeriesRow, 'id' | 'slot'>,
  next: number,
): Promise<boolean> {
  const changed = await db
    .updateTable('series')
    .set({ slot: next, erasing_slot: slot })
    .where('id', '=', id)
    .where('slot', '=', slot)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Deletes a series, and notes that its slot was used. Returns the slot; undefined when it is gone already. */
export async function deleteSeries(tx: Tx, seriesId: string): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('series')
    .where('id', '=', seriesId)
    .returning(['device_key', 'slot'])
    .executeTakeFirst()
  if (!row) return undefined
  const slots = slotsUpTo(row.slot)
  await tx
    .updateTable('device')
    .set({ series_slots: slots })
    .where('key', '=', row.device_key)
    .where('series_slots', '<', slots)
    .execute()
  return row.slot
}

/** Returns how many slots of each device were used by series that are gone, at least. */
export async function countSlots(db: Db, deviceKeys: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom('device').select(['key', 'series_slots']).where('key', 'in', deviceKeys).execute()
  return new Map(rows.map(({ key, series_slots: slots }) => [key, slots]))
}

/** Returns how many slots are used when this one is the last: each number stands for two, see DeviceSeries. */
export function slotsUpTo(slot: number): number {
  return Math.floor(slot / 2) + 1
}

export async function listErasing(db: Db): Promise<Array<Pick<SeriesRow, 'id' | 'device_key' | 'erasing_slot'>>> {
  return db
    .selectFrom('series')
    .select(['id', 'device_key', 'erasing_slot'])
    .where('erasing_slot', 'is not', null)
    .execute()
}

export async function noteErased(db: Db, id: string, slot: number): Promise<void> {
  await db
    .updateTable('series')
    .set({ erasing_slot: null })
    .where('id', '=', id)
    .where('erasing_slot', '=', slot)
    .execute()
}

function ownedSeries(db: Db, householdId: string) {
  return db
    .selectFrom('series')
    .innerJoin('device', 'device.key', 'series.device_key')
    .leftJoin('plant', 'plant.id', 'device.plant_id')
    .selectAll('series')
    .select(['device.id as device_id', 'plant.id as plant_id'])
    .select(['plant.name as plant_name', 'plant.place_id as plant_place_id'])
    .where('device.household_id', '=', householdId)
}

export function calibrationOf({ offset_by, dry, wet }: Pick<SeriesRow, 'offset_by' | 'dry' | 'wet'>): Calibration {
  if (dry !== null && wet !== null) return { dry, wet }
  return offset_by === null ? null : { offset: offset_by }
}

function toColumns(
  { label, unit, visible, calibration }: Omit<SeriesChange, 'order'>,
  changedAt: number,
): Updateable<Schema['series']> {
  return {
    ...(label === undefined ? {} : { label }),
    ...(unit === undefined ? {} : { unit }),
    ...(visible === undefined ? {} : { visible: Number(visible) }),
    ...(calibration === undefined ? {} : { ...calibrationColumns(calibration), calibrated_at: changedAt }),
  }
}

function calibrationColumns(calibration: Calibration) {
  const none = { offset_by: null, dry: null, wet: null }
  if (calibration === null) return none
  return 'offset' in calibration ? { ...none, offset_by: calibration.offset } : { ...none, ...calibration }
}
