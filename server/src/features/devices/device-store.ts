import { searchTextOf, toTimestamp, type Device, type DeviceChange, type DeviceInput } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import { listStatement } from '../../platform/db/statement.ts'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import type { StoredToken } from './device-token.ts'

export async function listDevices(db: Db, householdId: string): Promise<Device[]> {
  const rows = await devicesOf(db, householdId).selectAll().orderBy('created_at').orderBy('key').execute()
  return rows.map(toDevice)
}

export async function findDevice(db: Db, householdId: string, deviceId: string): Promise<Device | undefined> {
  const row = await devicesOf(db, householdId).selectAll().where('id', '=', deviceId).executeTakeFirst()
  return row && toDevice(row)
}

export async function findDeviceKey(
  db: Db,
  householdId: string,
  deviceId: string,
): Promise<{ key: number; name: string } | undefined> {
  return devicesOf(db, householdId).select(['key', 'name']).where('id', '=', deviceId).executeTakeFirst()
}

/** Lists the devices of a household and of its plants. */
export async function listDeviceKeys(
  db: Db,
  householdId: string,
): Promise<Array<{ key: number; deviceId: string; name: string }>> {
  const rows = await db
    .selectFrom('device')
    .select(['key', 'id', 'name'])
    .where('household_id', '=', householdId)
    .orderBy('key')
    .execute()
  return rows.map(({ key, id, name }) => ({ key, deviceId: id, name }))
}

export async function revokeTokens(db: Db, householdId: string, newHash: () => string): Promise<void> {
  for (const { key } of await listDeviceKeys(db, householdId)) {
    await db.updateTable('device').set({ token_hash: newHash() }).where('key', '=', key).execute()
  }
}

const selectByTokenHash = listStatement<{ id: string; key: number; household_id: string; token_hash: string }>(
  (list) => `select id, key, household_id, token_hash from device where token_hash in (${list})`,
)

/** Returns devices by the hashes of their tokens, for every carrier: MQTT user name, MQTT password, HTTP header. */
export async function findDevicesByTokenHash(
  db: Db,
  hashes: readonly string[],
): Promise<Map<string, DeviceRef & { readonly householdId: string }>> {
  const rows = await selectByTokenHash(db, hashes)
  return new Map(
    rows.map((row) => [row.token_hash, { deviceId: row.id, deviceKey: row.key, householdId: row.household_id }]),
  )
}

export async function ownsDevices(db: Db, householdId: string, deviceIds: readonly string[]): Promise<boolean> {
  if (deviceIds.length === 0) return true
  const rows = await devicesOf(db, householdId).select('id').where('id', 'in', deviceIds).execute()
  return rows.length === new Set(deviceIds).size
}

/** Whether a person is in the household of each of these devices. */
export async function seesDevices(db: Db, userId: string, deviceIds: readonly string[]): Promise<boolean> {
  if (deviceIds.length === 0) return true
  const rows = await db
    .selectFrom('device')
    .innerJoin('household_member as member', 'member.household_id', 'device.household_id')
    .select('device.id')
    .where('member.user_id', '=', userId)
    .where('device.id', 'in', deviceIds)
    .execute()
  return rows.length === new Set(deviceIds).size
}

/** Adds a device unless the household has `max` already; undefined then. */
export async function insertDevice(
  tx: Tx,
  householdId: string,
  input: DeviceInput & { id: string; token: StoredToken; createdAt: number; max: number },
): Promise<Device | undefined> {
  await lockHousehold(tx, householdId)
  const { count } = await devicesOf(tx, householdId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= input.max) return undefined
  const row = await tx
    .insertInto('device')
    .values({
      id: input.id,
      household_id: householdId,
      name: input.deviceName,
      description: input.deviceDescription,
      search_text: searchTextOf([input.deviceName, input.deviceDescription]),
      created_at: input.createdAt,
      wait_seconds: Number(input.waitTime),
      token_hash: input.token.hash,
      token_end: input.token.end,
      token_made_at: input.createdAt,
      last_seen_at: null,
      refused_reason: null,
      refused_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toDevice(row)
}

export async function updateDevice(
  tx: Tx,
  householdId: string,
  deviceId: string,
  change: DeviceChange,
): Promise<Device | undefined> {
  const columns = toColumns(change)
  if (Object.keys(columns).length === 0) return findDevice(tx, householdId, deviceId)
  const row = await tx
    .updateTable('device')
    .set(columns)
    .where('id', '=', deviceId)
    .where('household_id', '=', householdId)
    .where('plant_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const search_text = searchTextOf([row.name, row.description])
  if (row.search_text !== search_text)
    await tx.updateTable('device').set({ search_text }).where('key', '=', row.key).execute()
  return toDevice(row)
}

/** Puts a device into a place of the household, or into none. Its rules by day or night read their coordinates again. */
export async function placeDevice(
  tx: Tx,
  householdId: string,
  deviceId: string,
  placeId: string | null,
): Promise<Device | undefined> {
  const row = await tx
    .updateTable('device')
    .set((set) => ({ place_id: placeId, rules_version: set('rules_version', '+', 1) }))
    .where('id', '=', deviceId)
    .where('household_id', '=', householdId)
    .where('plant_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toDevice(row)
}

export async function updateDeviceToken(
  db: Db,
  householdId: string,
  deviceId: string,
  { hash, end, madeAt }: StoredToken & { readonly madeAt: number },
): Promise<boolean> {
  const changed = await db
    .updateTable('device')
    .set({ token_hash: hash, token_end: end, token_made_at: madeAt })
    .where('id', '=', deviceId)
    .where('household_id', '=', householdId)
    .where('plant_id', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function deleteDevice(db: Db, householdId: string, deviceId: string): Promise<boolean> {
  // Deletes related rows as well, so that it may deadlock with other statements; only a transaction is retried.
  const { numDeletedRows } = await db
    .transaction()
    .execute((tx) =>
      tx
        .deleteFrom('device')
        .where('id', '=', deviceId)
        .where('household_id', '=', householdId)
        .where('plant_id', 'is', null)
        .executeTakeFirst(),
    )
  return numDeletedRows > 0n
}

export async function findInterval(db: Db, deviceId: string): Promise<number | undefined> {
  const row = await db.selectFrom('device').select('wait_seconds').where('id', '=', deviceId).executeTakeFirst()
  return row?.wait_seconds
}

export async function listIntervals(
  db: Db,
  householdIds: readonly string[],
): Promise<Array<{ householdId: string; deviceId: string; interval: number }>> {
  const rows = await db
    .selectFrom('device')
    .select(['household_id', 'id', 'wait_seconds'])
    .where('household_id', 'in', householdIds)
    .execute()
  return rows.map(({ household_id: householdId, id, wait_seconds: interval }) => ({
    householdId,
    deviceId: id,
    interval,
  }))
}

export async function recordRefusals(
  tx: Tx,
  { deviceKey, count, reason, at }: { deviceKey: number; count: number; reason: string; at: number },
): Promise<void> {
  await tx
    .updateTable('device')
    .set((set) => ({ refused_count: set('refused_count', '+', count), refused_reason: reason, refused_at: at }))
    .where('key', '=', deviceKey)
    .execute()
}

/** Removes the refusals of a device whose readings were deleted. */
export async function clearRefusals(db: Db, deviceKey: number): Promise<void> {
  await db.deleteFrom('device_refusal').where('device_key', '=', deviceKey).execute()
  await db
    .updateTable('device')
    .set({ refused_count: 0, refused_reason: null, refused_at: null })
    .where('key', '=', deviceKey)
    .execute()
}

function toColumns({ deviceName, deviceDescription, waitTime }: DeviceChange) {
  return {
    ...(deviceName === undefined ? {} : { name: deviceName }),
    ...(deviceDescription === undefined ? {} : { description: deviceDescription }),
    ...(waitTime === undefined ? {} : { wait_seconds: Number(waitTime) }),
  }
}

function toDevice(row: Selectable<Schema['device']>): Device {
  return {
    deviceId: row.id,
    userId: row.household_id,
    deviceName: row.name,
    deviceDescription: row.description,
    createdAt: toTimestamp(row.created_at),
    waitTime: String(row.wait_seconds),
    connected: row.connected === 1,
    lastSeenAt: toTimestamp(row.last_seen_at),
    refused: {
      count: row.refused_count,
      reason: row.refused_reason,
      at: toTimestamp(row.refused_at),
    },
    ...(row.place_id === null ? {} : { placeId: row.place_id }),
  }
}

/** Selects the devices of a household, without those of its plants. */
function devicesOf(db: Db, householdId: string) {
  return db.selectFrom('device').where('household_id', '=', householdId).where('plant_id', 'is', null)
}
