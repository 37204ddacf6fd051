import type { Generated } from 'kysely'

export interface HubTable {
  id: string
  user_id: string
  name: string
  token_hash: string
  created_at: number
  last_seen_at: number | null
}

export interface BrokerTable {
  id: string
  user_id: string
  url: string
  username: string
  /** Encrypted with a key of the installation; null without a password. */
  sealed_password: string | null
  ca: string | null
  topics: string
  created_at: number
}

export interface BoardTable {
  id: string
  user_id: string
  family: string
  external_id: string
  name: string | null
  model: string | null
  firmware: string | null
  source_kind: string
  source_id: string
  first_seen_at: number
  last_seen_at: number
  measures: string
  /** Why something that it sends is not read, a JSON list of sentences. */
  notes: string
  /** Median of the latest intervals; null while unknown. */
  every_seconds: number | null
  waiting: Generated<number>
  device_key: number | null
  is_ignored: Generated<number>
}

export interface BoardReadingTable {
  board_id: string
  at: number
  data: string
}

/** A board that is not listed yet: seen once, or beyond its owner's limit of new ones. */
export interface SightingTable {
  user_id: string
  family: string
  external_id: string
  seen_at: number
  report: string
}

/** A fact needed to decode later messages of a source. */
export interface AnnouncementTable {
  source_kind: string
  source_id: string
  key: string
  board_id: string
  announced_at: number
  fact: string
}

export interface DeviceRefusalTable {
  device_key: number
  topic: string
  reason: string
  count: number
  last_at: number
  sample: string
}
