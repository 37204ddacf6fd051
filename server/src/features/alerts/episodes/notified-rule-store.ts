import { defaultSilence, type RuleKind, type Severity } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../../platform/db/schema.ts'
import { namesOf } from '../../series/list-series.ts'

/** The facts that an episode keeps of its rule, and the notification settings. */
export interface NotifiedRule {
  readonly ruleId: string
  readonly name: string
  readonly householdId: string
  readonly kind: RuleKind
  readonly severity: Severity
  readonly limit: number
  readonly upperLimit: number | null
  readonly withinMinutes: number | null
  readonly clearAt: number | null
  readonly channelIds: readonly string[]
  readonly notifyOnClose: boolean
  /** Milliseconds since 1970. */
  readonly mutedUntil: number | null
  readonly deviceKey: number
  readonly deviceId: string
  readonly deviceName: string
  /** Null for a rule on a whole device. */
  readonly series: NotifiedSeries | null
}

interface NotifiedSeries {
  readonly seriesId: string
  readonly slot: number
  readonly metric: string
  readonly channel: string
  readonly label: string
  readonly unit: string
}

/** A rule on a device. The one of an account on silence is on any. */
interface RuleOnDevice {
  readonly ruleId: string | null
  readonly deviceKey: number | null
}

export function ruleOnDevice({ ruleId, deviceKey }: RuleOnDevice): string {
  return `${ruleId} ${deviceKey}`
}

/** Returns those of the rules that exist, by \`ruleOnDevice\`. */
export async function findNotifiedRules(
  db: Db,
  wanted: ReadonlyArray<{ readonly ruleId: string; readonly deviceKey: number }>,
): Promise<Map<string, NotifiedRule>> {
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('rule')
    .leftJoin('series', 'series.id', 'rule.series_id')
    .selectAll('rule')
    .select(['series.slot', 'series.metric', 'series.channel', 'series.label', 'series.unit'])
    .where('rule.id', 'in', [...new Set(wanted.map(({ ruleId }) => ruleId))])
    .execute()
  const devices = await db
    .selectFrom('device')
    .select(['key', 'id', 'name', 'wait_seconds'])
    .where('key', 'in', [...new Set(wanted.map(({ deviceKey }) => deviceKey))])
    .execute()
  const [rules, byKey] = [new Map(rows.map((row) => [row.id, row])), new Map(devices.map((row) => [row.key, row]))]
  return new Map(
    wanted.flatMap((one) => {
      const [rule, device] = [rules.get(one.ruleId), byKey.get(one.deviceKey)]
      return rule && device ? [[ruleOnDevice(one), toNotifiedRule(rule, device)] as const] : []
    }),
  )
}

type RuleRow = Selectable<Schema['rule']> & {
  readonly [column in keyof NotifiedColumns]: NotifiedColumns[column] | null
}
type NotifiedColumns = Pick<Schema['series'], 'slot' | 'metric' | 'channel' | 'label' | 'unit'>

function toNotifiedRule(
  row: RuleRow,
  device: { readonly key: number; readonly id: string; readonly name: string; readonly wait_seconds: number },
): NotifiedRule {
  const { series_id: seriesId, slot, metric, channel, label, unit } = row
  const isOnSeries = seriesId !== null && slot !== null && metric !== null && channel !== null
  const named = { metric: metric ?? '', channel: channel ?? '', label: label ?? '', unit: unit ?? '' }
  const limit = row.limit_value ?? defaultSilence(device.wait_seconds)
  return {
    ruleId: row.id,
    name: row.name,
    householdId: row.household_id,
    kind: row.kind,
    severity: row.severity,
    limit,
    upperLimit: row.upper_limit,
    withinMinutes: row.within_minutes,
    clearAt: row.kind === 'silent' ? null : (row.clear_at ?? row.upper_limit ?? limit),
    channelIds: JSON.parse(row.channel_ids) as string[],
    notifyOnClose: row.tell_when_over === 1,
    mutedUntil: row.muted_until,
    deviceKey: device.key,
    deviceId: device.id,
    deviceName: device.name,
    series: isOnSeries ? { seriesId, slot, metric, channel, ...namesOf(named) } : null,
  }
}

/** The part of a rule that decides when it is broken. */
export interface RuleState {
  readonly ruleId: string
  /** Equal for two rules that mean the same. */
  readonly meaning: string
  readonly isOn: boolean
  readonly isSilent: boolean
}

/** Returns the state of a rule, or of those of a device or of one of its series, by their ids. */
export async function findRuleStates(
  db: Db,
  of: { readonly ruleId: string } | { readonly deviceKey: number; readonly seriesId: string | undefined },
): Promise<Map<string, RuleState>> {
  const rows = await db
    .selectFrom('rule')
    .select(['id', 'device_key', 'series_id', 'kind', 'limit_value', 'upper_limit', 'within_minutes', 'clear_at'])
    .select(['hold_seconds', 'active_hours', 'is_on'])
    .$call((query) =>
      'ruleId' in of
        ? query.where('id', '=', of.ruleId)
        : query
            .where('device_key', '=', of.deviceKey)
            .$if(of.seriesId !== undefined, (own) => own.where('series_id', '=', of.seriesId ?? '')),
    )
    .execute()
  return new Map(
    rows.map(({ id, is_on: isOn, ...meaning }) => [
      id,
      { ruleId: id, meaning: JSON.stringify(meaning), isOn: isOn === 1, isSilent: meaning.kind === 'silent' },
    ]),
  )
}
