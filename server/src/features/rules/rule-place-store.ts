import type { Coordinates } from '@greenhouse/contract'
import { firstOwnerOf } from '../../platform/db/owners.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listCoordinates } from '../places/coordinates-store.ts'

/** The row of a rule with the place of its device, and where the first owner of its household is. */
interface PlacedRule {
  readonly active_hours: string
  readonly place_id: string | null
  readonly latitude: number | null
  readonly longitude: number | null
}

const BY_SUN: ReadonlySet<string> = new Set(['"day"', '"night"'])

/** Returns where the sun rises and sets for each of these rules by day or night. Only they need the coordinates of places. */
export async function sunPlacesOf(
  db: Db,
  rules: readonly PlacedRule[],
): Promise<(rule: PlacedRule) => Coordinates | null> {
  const bySun = rules.filter((rule) => BY_SUN.has(rule.active_hours))
  const coordinates = await listCoordinates(
    db,
    bySun.flatMap(({ place_id }) => place_id ?? []),
  )
  return ({ place_id, latitude, longitude }) => {
    const own = place_id === null ? undefined : coordinates.get(place_id)
    return own ?? (latitude === null || longitude === null ? null : { latitude, longitude })
  }
}

/** Returns where a device is, else where the first owner of its household is; null when that is not known. */
export async function findPlaceOfDevice(db: Db, householdId: string, deviceKey: number): Promise<Coordinates | null> {
  const row = await db
    .selectFrom('device')
    .leftJoin('weather_place', (join) =>
      join.on((eb) => eb('weather_place.user_id', '=', firstOwnerOf(eb.ref('device.household_id')))),
    )
    .select(['device.place_id', 'weather_place.latitude', 'weather_place.longitude'])
    .where('device.key', '=', deviceKey)
    .where('device.household_id', '=', householdId)
    .executeTakeFirst()
  if (!row) return null
  const rule = { ...row, active_hours: '"day"' }
  return (await sunPlacesOf(db, [rule]))(rule)
}
