import { toTimestamp } from '@greenhouse/contract'
import type { Db, Tx } from '../../platform/db/schema.ts'

const PER_DEVICE_MAX = 20
const KEPT_MS = 7 * 86_400_000

export interface Refusal {
  readonly deviceKey: number
  readonly topic: string
  readonly reason: string
  readonly count: number
  readonly lastAt: number
  /** Beginning of the newest message, without secrets. */
  readonly sample: string
}

interface ShownRefusal extends Omit<Refusal, 'deviceKey' | 'lastAt'> {
  readonly lastAt: string
}

/** Adds refusals. Keeps the newest 20 of the last seven days for each device. */
export async function storeRefusals(tx: Tx, refusals: readonly Refusal[], now: number): Promise<void> {
  for (const [deviceKey, own] of Map.groupBy(refusals, (refusal) => refusal.deviceKey)) {
    const exists = await tx.selectFrom('device').select('key').where('key', '=', deviceKey).executeTakeFirst()
    if (!exists) continue
    for (const refusal of own) await addRefusal(tx, refusal)
    await deleteOld(tx, deviceKey, now)
  }
}

/** Returns the refused messages of a device of the last seven days, newest first. */
export async function listRefusals(db: Db, deviceKey: number, now: number): Promise<ShownRefusal[]> {
  const rows = await db
    .selectFrom('device_refusal')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('last_at', '>', now - KEPT_MS)
    .orderBy('last_at', 'desc')
    .orderBy('topic')
    .orderBy('reason')
    .execute()
  return rows.map(({ topic, reason, count, last_at: at, sample }) => ({
    topic,
    reason,
    count,
    lastAt: toTimestamp(at),
    sample,
  }))
}

async function addRefusal(tx: Tx, { deviceKey, topic, reason, count, lastAt, sample }: Refusal): Promise<void> {
  await tx
    .insertInto('device_refusal')
    .values({ device_key: deviceKey, topic, reason, count, last_at: lastAt, sample })
    .onConflict((conflict) =>
      conflict.columns(['device_key', 'topic', 'reason']).doUpdateSet((set) => ({
        count: set('device_refusal.count', '+', count),
        last_at: lastAt,
        sample,
      })),
    )
    .execute()
}

async function deleteOld(tx: Tx, deviceKey: number, now: number): Promise<void> {
  await tx
    .deleteFrom('device_refusal')
    .where('device_key', '=', deviceKey)
    .where('last_at', '<=', now - KEPT_MS)
    .execute()
  const rows = await tx
    .selectFrom('device_refusal')
    .select(['topic', 'reason'])
    .where('device_key', '=', deviceKey)
    .orderBy('last_at', 'desc')
    .orderBy('topic')
    .orderBy('reason')
    .execute()
  for (const { topic, reason } of rows.slice(PER_DEVICE_MAX)) {
    await tx
      .deleteFrom('device_refusal')
      .where('device_key', '=', deviceKey)
      .where('topic', '=', topic)
      .where('reason', '=', reason)
      .execute()
  }
}
