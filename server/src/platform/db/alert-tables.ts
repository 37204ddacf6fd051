import type { ChannelKind, ClosingReason, EpisodeKind, RuleKind, Severity } from '@greenhouse/contract'
import type { Generated } from 'kysely'

export interface RuleTable {
  id: string
  user_id: string
  /** The device of the series; null for the rule of an account on the silence of any device. */
  device_key: number | null
  /** Null for a rule on the silence of a whole device, or of any. */
  series_id: string | null
  name: Generated<string>
  kind: RuleKind
  /** In the unit of the metric; seconds for `silent`, null for the default of its device. */
  limit_value: number | null
  /** For `outside`. */
  upper_limit: number | null
  /** For `changing`. */
  within_minutes: number | null
  /** The level to which a value must come back; null for the limit itself, and that of `outside` for its upper limit. */
  clear_at: number | null
  hold_seconds: Generated<number>
  /** ActiveHours of the contract, as JSON. */
  active_hours: Generated<string>
  severity: Generated<Severity>
  repeat_minutes: number | null
  tell_when_over: Generated<number>
  /** The ids of channels, as JSON. */
  channel_ids: Generated<string>
  muted_until: number | null
  is_on: Generated<number>
  created_at: number
  /** Since when all values have broken the rule; null when the last did not, and once the hold is over. */
  pending_since: number | null
  /** Whether it has alerted and is not cleared, and the time and value that changed it last. */
  is_broken: number
  changed_at: number | null
  changed_by: number | null
  /** The position in the log up to which values came before the rule was saved. */
  since_seq: Generated<number>
}

/** A stretch of time in which a rule was broken or a plant was due. The names are those of its opening. */
export interface EpisodeTable {
  id: string
  user_id: string
  rule_id: string | null
  rule_name: string
  device_key: number | null
  /** The series of the values; it may be gone. */
  series_id: string | null
  /** The name of the plant for `due`. */
  device_name: string
  label: string | null
  unit: string | null
  metric: string | null
  channel: string | null
  kind: EpisodeKind
  severity: Severity
  /** In the unit of the metric; seconds for `silent`, 0 for `due`. */
  limit_value: number
  upper_limit: number | null
  within_minutes: number | null
  clear_at: number | null
  opened_at: number
  opened_value: number | null
  /** When the server knew of it. */
  known_at: number
  /** Null while it is open. */
  worst_at: number | null
  worst_value: number | null
  closed_at: number | null
  closed_value: number | null
  closed_why: ClosingReason | null
  closed_known_at: number | null
  acknowledged_at: number | null
  /** The first name of who did. */
  acknowledged_by: string | null
  muted_until: number | null
  /** When its messages were queued last, which repetition counts from; null when none were. */
  told_at: number | null
  /** For `due`; the plant and its condition may be gone. */
  plant_id: string | null
  plant_condition_id: string | null
  /** What is said of it, for `due`. */
  text: string | null
}

/** A device that the rule of its account on silence leaves out. */
export interface SilenceExceptionTable {
  rule_id: string
  device_key: number
}

export interface AlertTable {
  id: string
  user_id: string
  name: string
  description: string
  at: number
  plant_condition_id: string | null
  rule_id: string | null
  device_key: number | null
  /** The series of the value; it may be gone. */
  series_id: string | null
  sensor_type: string | null
}

/** Where a person is reached. */
export interface ChannelTable {
  id: string
  user_id: string
  kind: ChannelKind
  name: string
  /** The target with its secrets as JSON, sealed for its owner. */
  sealed_target: string
  /** SHA-256 of the address of a browser, which has one channel only; null for other kinds. */
  target_hash: string | null
  /** As JSON. */
  severities: string
  is_on: number
  /** Null for an email address that nobody has confirmed yet. */
  confirmed_at: number | null
  created_at: number
  /** 1 when the newest attempt had an answer of any kind, 0 when it timed out; null before the first. */
  answers: number | null
}

/** A message to one channel: the outbox, and afterwards the log of what was sent. */
export interface NotificationTable {
  id: string
  user_id: string
  channel_id: string
  episode_id: string | null
  what: 'opened' | 'repeated' | 'closed' | 'reminder' | 'digest' | 'test'
  severity: Severity
  /** What is sent, for messages that are not about an episode; the title of every one once it was sent. */
  text: string | null
  title: string | null
  state: 'waiting' | 'sent' | 'failed' | 'merged'
  attempts: number
  created_at: number
  /** When it is sent or tried again; null once nothing more is tried. */
  due_at: number | null
  sent_at: number | null
  answer: string | null
  /** The process that is sending it, and until when no other may. By the clock of the database. */
  claimed_by: string | null
  claimed_until: number | null
}

/** The quiet hours of a user. Times of day such as `22:00`. */
export interface QuietHoursTable {
  user_id: string
  starts: string
  ends: string
  /** An IANA name. */
  time_zone: string
}
