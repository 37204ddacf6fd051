import type { Tables as TimeSeriesTables } from '@greenhouse/timeseries'
import type { Generated, Kysely, Transaction } from 'kysely'
import type {
  AlertTable,
  ChannelTable,
  EpisodeTable,
  NotificationTable,
  QuietHoursTable,
  RuleTable,
  SilenceExceptionTable,
} from './alert-tables.ts'
import type {
  AnnouncementTable,
  BoardReadingTable,
  BoardTable,
  BrokerTable,
  DeviceRefusalTable,
  HubTable,
  SightingTable,
} from './board-tables.ts'
import type { LeaseTable, LogLayoutTable, NodeTable, SilenceWatchTable } from './cluster-tables.ts'
import type { SeriesTable } from './series-table.ts'
import type {
  AccountLinkTable,
  DownloadTicketTable,
  KnownPlaceTable,
  PasskeyChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  SessionTable,
  SignInAttemptTable,
  SignInTicketTable,
  TotpTable,
} from './sign-in-tables.ts'

/** The schema of both databases. Ids are text, instants integer milliseconds since 1970, flags 0 or 1. */
export interface Schema extends TimeSeriesTables {
  user: UserTable
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  account_link: AccountLinkTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  sign_in_ticket: SignInTicketTable
  download_ticket: DownloadTicketTable
  known_place: KnownPlaceTable
  setting: SettingTable
  plant: PlantTable
  watering: WateringTable
  plant_condition: PlantConditionTable
  device: DeviceTable
  device_refusal: DeviceRefusalTable
  hub: HubTable
  broker: BrokerTable
  board: BoardTable
  board_reading: BoardReadingTable
  sighting: SightingTable
  announcement: AnnouncementTable
  rule: RuleTable
  silence_exception: SilenceExceptionTable
  episode: EpisodeTable
  channel: ChannelTable
  notification: NotificationTable
  quiet_hours: QuietHoursTable
  alert: AlertTable
  alert_position: AlertPositionTable
  series: SeriesTable
  weather_place: WeatherPlaceTable
  subscriber: SubscriberTable
  mail: MailTable
  lease: LeaseTable
  node: NodeTable
  log_layout: LogLayoutTable
  installation: InstallationTable
  silence_watch: SilenceWatchTable
  health: HealthTable
  retention: RetentionTable
}

/** The database or a transaction: the first argument of a store's functions. */
export type Db = Kysely<Schema> | Transaction<Schema>
export type Tx = Transaction<Schema>

export interface UserTable {
  id: string
  first_name: string
  last_name: string
  email: string
  email_key: string
  birthday: string | null
  country: string | null
  role: 'user' | 'admin'
  password_hash: string
  created_at: number
  locked_at: number | null
  email_confirmed_at: number | null
}

export interface SettingTable {
  user_id: string
  celsius: number
  dark_theme: number
  confirm_dialog: number
  secret_mode: number
  browser_format: number
  twelve_hours: number
  /** BCP 47; null for the browser's own. */
  locale: string | null
}

export interface DeviceTable {
  key: Generated<number>
  id: string
  user_id: string
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
}

export interface PlantTable {
  id: string
  user_id: string
  name: string
  type: string
  species: string
  notes: string
  created_at: number
  planted_at: number | null
  last_watered_at: number | null
  water_every_days: number | null
  /** Start of the watering interval: last watered, else planted, else created. */
  base_at: number
  /** base_at plus the watering interval; null without one. */
  due_at: number | null
  is_dead: number
}

interface WateringTable {
  plant_id: string
  at: number
  user_id: string
}

export interface PlantConditionTable {
  id: string
  user_id: string
  plant_id: string
  created_at: number
  /** The base_at of the interval for which the reminder was sent. */
  reminded_base_at: number | null
}

interface AlertPositionTable {
  partition: number
  seq: number
}

export interface SubscriberTable {
  id: string
  email: string
  email_key: string
  confirmed_at: number | null
  created_at: number
  mailed_at: number
}

interface MailTable {
  id: string
  recipient: string
  subject: string
  body: string
  unsubscribe_url: string | null
  due_at: number
  attempts: number
  expires_at: number | null
}

interface WeatherPlaceTable {
  user_id: string
  name: string
  latitude: number
  longitude: number
}

/** One row with the instant before which readings were removed. */
interface RetentionTable {
  id: number
  readings_from: number
}

interface InstallationTable {
  id: number
  /** Derived from the secret, to detect another one. Null before the first start. */
  secret_check: string | null
  /** Id of the single-process server that used this PostgreSQL last; new with each start. */
  served_by: string | null
}

/** One row, written to prove that the database can write. */
interface HealthTable {
  id: number
  at: number
}
