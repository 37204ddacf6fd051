import { toTimestamp, type Alert } from '@greenhouse/contract'
import { insertRows } from '@greenhouse/timeseries'
import type { Tx } from '../../platform/db/schema.ts'
import type { Value } from '../../platform/db/statement.ts'

/** An alert that is no episode of a rule. Times in milliseconds since 1970. */
export interface NewAlert {
  readonly id: string
  readonly householdId: string
  readonly name: string
  readonly description: string
  readonly at: number
  readonly plantConditionId?: string
  readonly ruleId?: string
}

const insertRowsOfAlerts = insertRows<never>({
  table: 'alert',
  columns: ['id', 'household_id', 'name', 'description', 'at', 'plant_condition_id', 'rule_id'],
  ending: '',
})

/** Writes an alert, and returns it as the wire knows it. */
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

function toColumns(alert: NewAlert): Value[] {
  return [
    alert.id,
    alert.householdId,
    alert.name,
    alert.description,
    alert.at,
    alert.plantConditionId ?? null,
    alert.ruleId ?? null,
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
    deviceId: null,
    seriesId: null,
    sensorType: null,
  }
}
