import type { Db, Tx } from '../../platform/db/schema.ts'

/** Returns the devices that the household's rule on the silence of any device leaves out. */
export async function listExceptions(db: Db, householdId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('silence_exception')
    .innerJoin('rule', 'rule.id', 'silence_exception.rule_id')
    .innerJoin('device', 'device.key', 'silence_exception.device_key')
    .select('device.id')
    .where('rule.household_id', '=', householdId)
    .orderBy('device.key')
    .execute()
  return rows.map(({ id }) => id)
}

/** Has a rule on the silence of any device leave out these devices of its owner, and no others. */
export async function replaceExceptions(tx: Tx, ruleId: string, deviceIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('silence_exception').where('rule_id', '=', ruleId).execute()
  if (deviceIds.length === 0) return
  const devices = await tx
    .selectFrom('device')
    .innerJoin('rule', 'rule.household_id', 'device.household_id')
    .select('device.key')
    .where('rule.id', '=', ruleId)
    .where('device.id', 'in', deviceIds)
    .execute()
  if (devices.length === 0) return
  await tx
    .insertInto('silence_exception')
    .values(devices.map(({ key }) => ({ rule_id: ruleId, device_key: key })))
    .execute()
}

/** Has the rule of its owner on the silence of any device leave out a device, which has a rule of its own. */
export async function exceptDevice(tx: Tx, deviceKey: number): Promise<void> {
  await tx
    .insertInto('silence_exception')
    .columns(['rule_id', 'device_key'])
    .expression((from) =>
      from
        .selectFrom('device')
        .innerJoin('rule', 'rule.household_id', 'device.household_id')
        .select(['rule.id', 'device.key'])
        .where('device.key', '=', deviceKey)
        .where('rule.device_key', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
