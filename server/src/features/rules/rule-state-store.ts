import { metricById } from '@greenhouse/contract'
import type { Db, Tx } from '../../platform/db/schema.ts'
import type { EvaluatedRule, Outcome } from './evaluate.ts'

/** Returns the rules of devices, by key; every given key has a list. */
export async function listRulesOf(db: Db, deviceKeys: readonly number[]): Promise<Map<number, EvaluatedRule[]>> {
  const rows = await db
    .selectFrom('rule')
    .innerJoin('series', 'series.id', 'rule.series_id')
    .select(['rule.id', 'rule.device_key', 'rule.kind', 'rule.limit_value', 'rule.is_broken', 'rule.since_seq'])
    .select(['rule.clear_at', 'rule.hold_seconds', 'rule.pending_since'])
    .select(['rule.series_id', 'series.slot', 'series.metric'])
    .where('rule.device_key', 'in', deviceKeys)
    .orderBy('rule.created_at')
    .orderBy('rule.id')
    .execute()
  const rules = new Map<number, EvaluatedRule[]>(deviceKeys.map((key) => [key, []]))
  for (const row of rows) {
    rules.get(row.device_key)?.push({
      ruleId: row.id,
      seriesId: row.series_id,
      slot: row.slot,
      metric: metricById(row.metric),
      kind: row.kind,
      limit: row.limit_value,
      clearAt: row.clear_at ?? row.limit_value,
      holdSeconds: row.hold_seconds,
      isBroken: row.is_broken === 1,
      pendingSince: row.pending_since,
      sinceSeq: row.since_seq,
    })
  }
  return rules
}

/** Stores the state of a rule; false when another transaction has changed it meanwhile and stored the alert. */
export async function updateOutcome(tx: Tx, { rule, changed, pendingSince }: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rule')
    .set({ pending_since: pendingSince, ...(changed ? toColumns(changed) : {}) })
    .where('id', '=', rule.ruleId)
    .where('is_broken', '=', Number(rule.isBroken))
    .where('pending_since', 'is not distinct from', rule.pendingSince)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has a rule begin as not broken, and count from a position in the log on: earlier values say nothing to it. */
export async function restartRule(tx: Tx, ruleId: string, seq: number): Promise<void> {
  await tx
    .updateTable('rule')
    .set({ is_broken: 0, pending_since: null, changed_at: null, changed_by: null, since_seq: seq })
    .where('id', '=', ruleId)
    .execute()
}

/** Bumps the version of the rules of these devices: every cached copy of them is stale then. */
export async function bumpRulesVersion(tx: Tx, deviceKeys: readonly number[]): Promise<void> {
  await tx
    .updateTable('device')
    .set((set) => ({ rules_version: set('rules_version', '+', 1) }))
    .where('key', 'in', deviceKeys)
    .execute()
}

function toColumns({ isBroken, at, value }: NonNullable<Outcome['changed']>) {
  return { is_broken: Number(isBroken), changed_at: at, changed_by: value }
}
