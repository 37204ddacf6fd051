import type { CalendarDate } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'

/** A series of temperatures, with the name of its place, or else of its device. */
export interface Thermometer {
  readonly seriesId: string
  readonly deviceId: string
  readonly deviceKey: number
  readonly slot: number
  readonly name: string
}

const TEMPERATURE = 'temperature'

export async function listAllThermometers(db: Db, householdId: string): Promise<Thermometer[]> {
  const rows = await db
    .selectFrom('series')
    .innerJoin('device', 'device.key', 'series.device_key')
    .leftJoin('place', 'place.id', 'device.place_id')
    .select(['series.id', 'series.slot', 'device.id as device_id', 'device.key'])
    .select(({ fn }) => fn.coalesce('place.name', 'device.name').as('name'))
    .where('series.metric', '=', TEMPERATURE)
    .where('device.household_id', '=', householdId)
    .orderBy('series.id')
    .execute()
  return rows.map(({ id, slot, device_id, key, name }) => ({
    seriesId: id,
    deviceId: device_id,
    deviceKey: key,
    slot,
    name,
  }))
}

/** Returns the last date on which a note told a fact, by fact, of dates before one. */
export async function listTold(db: Db, householdId: string, before: CalendarDate): Promise<Map<string, CalendarDate>> {
  const rows = await db
    .selectFrom('morning_fact')
    .select(['fact', 'told_on'])
    .where('household_id', '=', householdId)
    .where('told_on', '<', before)
    .orderBy('told_on')
    .execute()
  return new Map(rows.map(({ fact, told_on }) => [fact, told_on]))
}

/** Stores what a note tells on a date, and removes what was told before another. */
export async function storeTold(
  db: Db,
  householdId: string,
  {
    on,
    facts,
    keptFrom,
  }: { readonly on: CalendarDate; readonly facts: readonly string[]; readonly keptFrom: CalendarDate },
): Promise<void> {
  const old = db.deleteFrom('morning_fact').where('household_id', '=', householdId)
  await old.where('told_on', '<', keptFrom).execute()
  if (facts.length === 0) return
  await db
    .insertInto('morning_fact')
    .values(facts.map((fact) => ({ household_id: householdId, told_on: on, fact })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
