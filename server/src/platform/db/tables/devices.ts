import type { Generated } from 'kysely'

export interface DeviceTables {
  device: DeviceTable
  device_refusal: DeviceRefusalTable
  series: SeriesTable
  hub: HubTable
  broker: BrokerTable
  board: BoardTable
  board_reading: BoardReadingTable
  sighting: SightingTable
  announcement: AnnouncementTable
}

interface DeviceTable {
  key: Generated<number>
  id: string
  household_id: string
  name: string
  description: string
  created_at: number
  wait_seconds: number
  /** SHA-256 of the token, hexadecimal; unique. */
  token_hash: string
  token_end: string | null
  token_made_at: number | null
  connected: Generated<number>
  /** The node of its current or last connection; '' for none. */
  connected_to: Generated<string>
  last_seen_at: number | null
  /** Number of slots used by removed series, at least. */
  series_slots: Generated<number>
  refused_count: Generated<number>
  refused_reason: string | null
  refused_at: number | null
  /** Incremented with every change of its rules or of their state, to detect stale cached copies. */
  rules_version: Generated<number>
  place_id: string | null
  /**
   * The plant whose computed values it holds. Such a device has the name of the plant, sends nothing, and is not among the
   * devices of its household. Null for all others.
   */
  plant_id: string | null
  /** The planting date and the bounds of its degree days, to notice that they have changed. */
  degrees_by: string | null
  /** Folded words of name and description, each after a space. */
  search_text: Generated<string>
}

interface DeviceRefusalTable {
  device_key: number
  topic: string
  reason: string
  count: number
  last_at: number
  sample: string
}

/** The values of one sensor of a device; at most 64 a device. */
interface SeriesTable {
  id: string
  device_key: number
  /** Number of the series in its device's time series; never reused. */
  slot: number
  metric: string
  /** '' for the only sensor of its metric. */
  channel: string
  /** '' for none. */
  label: string
  /** '' for the unit of its metric. */
  unit: string
  visible: number
  position: number | null
  offset_by: number | null
  /** Raw values at the lower and the upper end of the metric's range; both or neither. */
  dry: number | null
  wet: number | null
  calibrated_at: number | null
  /** Slot before the values were deleted, until their deletion has started. */
  erasing_slot: number | null
}

interface HubTable {
  id: string
  household_id: string
  name: string
  token_hash: string
  created_at: number
  last_seen_at: number | null
}

interface BrokerTable {
  id: string
  household_id: string
  url: string
  username: string
  /** Encrypted with a key of the installation; null without a password. */
  sealed_password: string | null
  ca: string | null
  topics: string
  created_at: number
}

interface BoardTable {
  id: string
  household_id: string
  family: string
  external_id: string
  name: string | null
  model: string | null
  firmware: string | null
  source_kind: 'hub' | 'broker' | 'device'
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

interface BoardReadingTable {
  board_id: string
  at: number
  data: string
}

/** A board that is not listed yet: seen once, or beyond its owner's limit of new ones. */
interface SightingTable {
  household_id: string
  family: string
  external_id: string
  seen_at: number
  report: string
}

/** A fact needed to decode later messages of a source. */
interface AnnouncementTable {
  source_kind: 'hub' | 'broker' | 'device'
  source_id: string
  key: string
  board_id: string
  announced_at: number
  fact: string
}
