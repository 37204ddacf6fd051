import type { ChannelKind, ClosingReason, EpisodeKind, RuleKind, Severity } from '@greenhouse/contract'
import type { Generated } from 'kysely'

export interface AlertTables {
  rule: RuleTable
  alert_position: AlertPositionTable
  episode: EpisodeTable
  silence_exception: SilenceExceptionTable
  alert: AlertTable
  channel: ChannelTable
  notification: NotificationTable
  quiet_hours: QuietHoursTable
}

interface RuleTable {
  id: string
  household_id: string
  /** Null for the rule of an account on the silence of any device. */
  device_key: number | null
  /** Null for a rule on the silence of a whole device, or of any. */
  series_id: string | null
  name: Generated<string>
  kind: RuleKind
  /** In the unit of the metric; seconds for `silent`, null for the default of its device. */
  limit_value: number | null
  upper_limit: number | null
  within_minutes: number | null
  /** The level that ends the alert; null for the limit itself, and that of `outside` for its upper limit. */
  clear_at: number | null
  hold_seconds: Generated<number>
  active_hours: Generated<string>
  severity: Generated<Severity>
  repeat_minutes: number | null
  tell_when_over: Generated<number>
  channel_ids: Generated<string>
  muted_until: number | null
  is_on: Generated<number>
  created_at: number
  /** Since when every value has broken the rule; null once the hold is over. */
  pending_since: number | null
  is_broken: number
  changed_at: number | null
  changed_by: number | null
  /** Position in the log up to which values came before the rule was saved. */
  since_seq: Generated<number>
}

interface AlertPositionTable {
  partition: number
  seq: number
}

/** A time in which a rule was broken or a task was due. Names are those of its opening. */
interface EpisodeTable {
  id: string
  household_id: string
  rule_id: string | null
  rule_name: string
  device_key: number | null
  series_id: string | null
  device_name: string
  label: string | null
  unit: string | null
  metric: string | null
  channel: string | null
  kind: EpisodeKind
  severity: Severity
  limit_value: number
  upper_limit: number | null
  within_minutes: number | null
  clear_at: number | null
  opened_at: number
  opened_value: number | null
  known_at: number
  worst_at: number | null
  worst_value: number | null
  closed_at: number | null
  closed_value: number | null
  closed_why: ClosingReason | null
  closed_known_at: number | null
  acknowledged_at: number | null
  acknowledged_by: string | null
  /** The person who may withdraw it; null once that person is gone. */
  acknowledged_by_id: string | null
  acknowledged_note: string | null
  muted_until: number | null
  /** When its messages were queued last; null when none were. */
  told_at: number | null
  plant_id: string | null
  plant_condition_id: string | null
  task_id: string | null
  /** For `due`: base_at of the task when it became due. */
  due_base_at: number | null
  text: string | null
}

interface SilenceExceptionTable {
  rule_id: string
  device_key: number
}

interface AlertTable {
  id: string
  household_id: string
  name: string
  description: string
  at: number
  plant_condition_id: string | null
  rule_id: string | null
  device_key: number | null
  series_id: string | null
  sensor_type: string | null
}

interface ChannelTable {
  id: string
  user_id: string
  kind: ChannelKind
  name: string
  sealed_target: string
  /** SHA-256 of a browser's push address, which has one channel only; null for other kinds. */
  target_hash: string | null
  severities: string
  is_on: number
  confirmed_at: number | null
  created_at: number
  /** 1 when the newest attempt was answered, 0 when it timed out; null before the first. */
  answers: number | null
}

/** A message to one channel: the outbox, and afterwards the delivery log. */
interface NotificationTable {
  id: string
  user_id: string
  channel_id: string
  episode_id: string | null
  what: 'opened' | 'repeated' | 'closed' | 'reminder' | 'advice' | 'digest' | 'test'
  severity: Severity
  /** For messages without an episode; once sent, the title of every message. */
  text: string | null
  title: string | null
  state: 'waiting' | 'sent' | 'failed' | 'merged'
  attempts: number
  created_at: number
  due_at: number | null
  sent_at: number | null
  answer: string | null
  /** The process that sends it, and until when, by the clock of the database. */
  claimed_by: string | null
  claimed_until: number | null
}

interface QuietHoursTable {
  user_id: string
  starts: string
  ends: string
  time_zone: string
}
