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

/** Returns the last date before `before` of each fact that a note named. */
export async function listNamed(db: Db, householdId: string, before: CalendarDate): Promise<Map<string, CalendarDate>> {
  const rows = await db
    .selectFrom('morning_fact')
    .select(['fact', 'named_on'])
    .where('household_id', '=', householdId)
    .where('named_on', '<', before)
    .orderBy('named_on')
    .execute()
  return new Map(rows.map(({ fact, named_on }) => [fact, named_on]))
}

/** Stores the facts of a note and its date, and removes those before `keptFrom`. */
export async function storeNamed(
  db: Db,
  householdId: string,
  {
    on,
    facts,
    keptFrom,
  }: { readonly on: CalendarDate; readonly facts: readonly string[]; readonly keptFrom: CalendarDate },
): Promise<void> {
  const old = db.deleteFrom('morning_fact').where('household_id', '=', householdId)
  await old.where('named_on', '<', keptFrom).execute()
  if (facts.length === 0) return
  await db
    .insertInto('morning_fact')
    .values(facts.map((fact) => ({ household_id: householdId, named_on: on, fact })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
