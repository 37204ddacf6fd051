import type { Db } from '../../platform/db/schema.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import { newRandomToken } from '../../platform/secrets/random-token.ts'

const DAY_SECONDS = 86_400

interface NewPlantDevice {
  readonly deviceId: string
  readonly householdId: string
  readonly plantId: string
  readonly plantName: string
  /** Planting date and bounds of its degree days. */
  readonly degreesBy: string
  readonly createdAt: number
}

/** Returns the device that holds what is computed for a plant, and adds it when there is none. Nobody knows its token. */
export async function deviceForPlant(db: Db, device: NewPlantDevice): Promise<DeviceRef> {
  const { deviceId, householdId, plantId, plantName, degreesBy, createdAt } = device
  await db
    .insertInto('device')
    .values({
      id: deviceId,
      household_id: householdId,
      plant_id: plantId,
      name: plantName,
      description: '',
      created_at: createdAt,
      wait_seconds: DAY_SECONDS,
      token_hash: newRandomToken().hash,
      degrees_by: degreesBy,
    })
    .onConflict((conflict) => conflict.column('plant_id').doNothing())
    .execute()
  const row = await deviceOf(db, plantId).executeTakeFirstOrThrow()
  return { deviceId: row.id, deviceKey: row.key }
}

/** Returns the device of a plant of the household; undefined without one. */
export async function findDeviceOfPlant(db: Db, householdId: string, plantId: string): Promise<DeviceRef | undefined> {
  const row = await deviceOf(db, plantId).where('household_id', '=', householdId).executeTakeFirst()
  return row && { deviceId: row.id, deviceKey: row.key }
}

/** Notes what the degree days of a plant are computed by; null for none. */
export async function noteDegreesBy(db: Db, deviceKey: number, degreesBy: string | null): Promise<void> {
  await db.updateTable('device').set({ degrees_by: degreesBy }).where('key', '=', deviceKey).execute()
}

function deviceOf(db: Db, plantId: string) {
  return db.selectFrom('device').select(['id', 'key']).where('plant_id', '=', plantId)
}
