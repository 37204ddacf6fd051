import { toTimestamp, type Alert } from '@greenhouse/contract'
import { insertRows } from '../../platform/db/insert-rows.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import type { Value } from '../../platform/db/statement.ts'

/** An alert to keep. Times in milliseconds since 1970. */
export interface NewAlert {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly description: string
  readonly at: number
  readonly plantConditionId?: string
  readonly ruleId?: string
  readonly device?: AlertDevice
}

interface AlertDevice {
  readonly deviceKey: number
  readonly deviceId: string
  readonly seriesId: string
  readonly sensorType: string
}

export interface AlertFilter {
  readonly from?: number | undefined
  readonly before?: number | undefined
  readonly deviceId?: string | undefined
  /** Only those after this one in the order of the list: older. */
  readonly after?: { readonly at: number; readonly id: string } | undefined
  readonly limit: number
}

const insertRowsOfAlerts = insertRows<never>({
  table: 'alert',
  columns: [
    'id',
    'user_id',
    'name',
    'description',
    'at',
    'plant_condition_id',
    'rule_id',
    'device_key',
    'series_id',
    'sensor_type',
  ],
  ending: '',
})

/** Writes alerts, and returns them as the wire knows them, in the same order. */
export async function insertAlerts(tx: Tx, alerts: readonly NewAlert[]): Promise<Alert[]> {
  await insertRowsOfAlerts(tx, alerts.map(toColumns))
  return alerts.map(toAlert)
}

export async function insertAlert(tx: Tx, alert: NewAlert): Promise<Alert> {
  await insertRowsOfAlerts(tx, [toColumns(alert)])
  return toAlert(alert)
}

/** Changes what an alert says; false when there is no such alert. */
export async function updateAlertText(tx: Tx, alertId: string, description: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert')
    .set({ description })
    .where('id', '=', alertId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The user's alerts, newest first. */
export async function listAlerts(db: Db, userId: string, filter: AlertFilter): Promise<Alert[]> {
  const { from, before, deviceId, after, limit } = filter
  const rows = await db
    .selectFrom('alert')
    .leftJoin('device', 'device.key', 'alert.device_key')
    .select(['alert.id', 'alert.name', 'alert.description', 'alert.at', 'alert.sensor_type', 'device.id as device_id'])
    .leftJoin('series', 'series.id', 'alert.series_id')
    .select(['alert.plant_condition_id', 'alert.rule_id', 'series.id as series_id'])
    .where('alert.user_id', '=', userId)
    .$call((query) => (from === undefined ? query : query.where('alert.at', '>=', from)))
    .$call((query) => (before === undefined ? query : query.where('alert.at', '<', before)))
    .$call((query) => (deviceId === undefined ? query : query.where('device.id', '=', deviceId)))
    .$call((query) =>
      after === undefined
        ? query
        : query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('alert.at', 'alert.id'), '<', tuple(after.at, after.id)),
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
    alertTime: toTimestamp(row.at),
    alertPlantConditionId: row.plant_condition_id,
    alertDeviceConditionId: row.rule_id,
    deviceId: row.device_id,
    seriesId: row.series_id,
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

function toColumns(alert: NewAlert): Value[] {
  return [
    alert.id,
    alert.userId,
    alert.name,
    alert.description,
    alert.at,
    alert.plantConditionId ?? null,
    alert.ruleId ?? null,
    alert.device?.deviceKey ?? null,
    alert.device?.seriesId ?? null,
    alert.device?.sensorType ?? null,
  ]
}

function toAlert(alert: NewAlert): Alert {
  return {
    alertId: alert.id,
    alertName: alert.name,
    alertDesc: alert.description,
    alertTime: toTimestamp(alert.at),
    alertPlantConditionId: alert.plantConditionId ?? null,
    alertDeviceConditionId: alert.ruleId ?? null,
    deviceId: alert.device?.deviceId ?? null,
    seriesId: alert.device?.seriesId ?? null,
    sensorType: alert.device?.sensorType ?? null,
  }
}
