import type { Generated } from 'kysely'

/** A credential with which a person lets many boards send. */
export interface HubTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the token, hexadecimal; unique. */
  token_hash: string
  created_at: number
  last_seen_at: number | null
}

/** A broker of a person's own, to which the server subscribes. */
export interface BrokerTable {
  id: string
  user_id: string
  url: string
  username: string
  /** Encrypted with a key of the installation; null without a password. */
  sealed_password: string | null
  /** The certificate authority of the broker in PEM; null for the usual ones. */
  ca: string | null
  /** The filters that are subscribed, a JSON list. */
  topics: string
  created_at: number
}

/** A board that was heard of by way of a hub, a broker or a device. */
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
  /** What it measures with the last values, a JSON list. */
  measures: string
  /** Why something that it sends is not read, a JSON list of sentences. */
  notes: string
  /** How often it sends, by what came so far; null while that can't be said. */
  every_seconds: number | null
  /** How many readings of it are kept until it is claimed. */
  waiting: Generated<number>
  /** The device that its readings belong to; null while nobody has claimed it. */
  device_key: number | null
  is_ignored: Generated<number>
}

/** Readings of a board that nobody has claimed yet. */
export interface BoardReadingTable {
  board_id: string
  at: number
  /** The values, JSON. */
  data: string
}

/** A board that is not listed yet: it was seen once, or its person has too many new ones. */
export interface SightingTable {
  user_id: string
  family: string
  external_id: string
  /** When its last message came. */
  seen_at: number
  /** What it has reported, JSON. */
  report: string
}

/** A fact with which later messages of a source are decoded. */
export interface AnnouncementTable {
  source_kind: string
  source_id: string
  key: string
  /** The listed or claimed board that has announced it. */
  board_id: string
  announced_at: number
  /** JSON. */
  fact: string
}

/** What was refused of a device's messages, by topic and reason. */
export interface DeviceRefusalTable {
  device_key: number
  topic: string
  reason: string
  count: number
  last_at: number
  /** The beginning of the newest such message. */
  sample: string
}
