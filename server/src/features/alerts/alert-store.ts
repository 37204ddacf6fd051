import type { Alert } from '@greenhouse/contract'
import type { Db, Tx } from '../../platform/db/schema.ts'

/** An alert to keep. Times in milliseconds since 1970. */
export interface NewAlert {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly description: string
  readonly at: number
  readonly plantConditionId?: string
  readonly deviceConditionId?: string
  readonly device?: { readonly deviceKey: number; readonly deviceId: string; readonly sensorType: string }
}

export interface AlertFilter {
  readonly from?: number | undefined
  readonly before?: number | undefined
  readonly deviceId?: string | undefined
  /** Only those after this one in the order of the list: older. */
  readonly after?: { readonly at: number; readonly id: string } | undefined
  readonly limit: number
}

export async function insertAlert(tx: Tx, alert: NewAlert): Promise<Alert> {
  await tx
    .insertInto('alert')
    .values({
      id: alert.id,
      user_id: alert.userId,
      name: alert.name,
      description: alert.description,
      at: alert.at,
      plant_condition_id: alert.plantConditionId ?? null,
      device_condition_id: alert.deviceConditionId ?? null,
      device_key: alert.device?.deviceKey ?? null,
      sensor_type: alert.device?.sensorType ?? null,
    })
    .execute()
  return {
    alertId: alert.id,
    alertName: alert.name,
    alertDesc: alert.description,
    alertTime: new Date(alert.at).toISOString(),
    alertPlantConditionId: alert.plantConditionId ?? null,
    alertDeviceConditionId: alert.deviceConditionId ?? null,
    deviceId: alert.device?.deviceId ?? null,
    sensorType: alert.device?.sensorType ?? null,
  }
}

/** The user's alerts, newest first. */
export async function listAlerts(db: Db, userId: string, filter: AlertFilter): Promise<Alert[]> {
  const { from, before, deviceId, after, limit } = filter
  const rows = await db
    .selectFrom('alert')
    .leftJoin('device', 'device.key', 'alert.device_key')
    .select(['alert.id', 'alert.name', 'alert.description', 'alert.at', 'alert.sensor_type', 'device.id as device_id'])
    .select(['alert.plant_condition_id', 'alert.device_condition_id'])
    .where('alert.user_id', '=', userId)
    .$if(from !== undefined, (query) => query.where('alert.at', '>=', from ?? 0))
    .$if(before !== undefined, (query) => query.where('alert.at', '<', before ?? 0))
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
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
    alertId: row.id,
    alertName: row.name,
    alertDesc: row.description,
    alertTime: new Date(row.at).toISOString(),
    alertPlantConditionId: row.plant_condition_id,
    alertDeviceConditionId: row.device_condition_id,
    deviceId: row.device_id,
    sensorType: row.sensor_type,
  }))
}

/** Where an alert of the user stands in the list. */
export async function findAlertPlace(
  db: Db,
  userId: string,
  alertId: string,
): Promise<{ at: number; id: string } | undefined> {
  return db
    .selectFrom('alert')
    .select(['at', 'id'])
    .where('id', '=', alertId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The time of the user's newest alert before an instant. */
export async function findNewestAlertTime(db: Db, userId: string, before: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('alert')
    .select('at')
    .where('user_id', '=', userId)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
