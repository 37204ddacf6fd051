export interface AccountTables {
  user: UserTable
  setting: SettingTable
  weather_place: WeatherPlaceTable
  session: SessionTable
  account_link: AccountLinkTable
  totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  sign_in_ticket: SignInTicketTable
  download_ticket: DownloadTicketTable
  sign_in_attempt: SignInAttemptTable
  known_place: KnownPlaceTable
}

interface UserTable {
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

interface SettingTable {
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

interface WeatherPlaceTable {
  user_id: string
  name: string
  latitude: number
  longitude: number
}

interface SessionTable {
  id: string
  user_id: string
  device: string
  created_at: number
  last_used_at: number
}

/** Links in mails. Only the hash of a link's secret is stored. */
interface AccountLinkTable {
  token_hash: string
  user_id: string
  purpose: 'reset' | 'undo-email'
  /** The former address, or the one to which the link was mailed. */
  email: string | null
  email_key: string | null
  created_at: number
  expires_at: number
}

interface TotpTable {
  user_id: string
  sealed_secret: string
  created_at: number
  /** Null until a first code has proved that the app has the secret. */
  confirmed_at: number | null
  /** Step of the last used code; this and earlier ones are refused. */
  last_step: number
}

interface RecoveryCodeTable {
  id: string
  user_id: string
  code_hash: string
}

interface PasskeyTable {
  id: string
  user_id: string
  credential_id: string
  public_key: string
  counter: number
  transports: string
  rp_id: string
  name: string
  created_at: number
  last_used_at: number | null
}

interface PasskeyChallengeTable {
  session_id: string
  challenge: string
  expires_at: number
}

interface SignInTicketTable {
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
  attempts: number
  challenge: string | null
}

/** Allows one download without a session. */
interface DownloadTicketTable {
  token_hash: string
  user_id: string
  session_id: string
  expires_at: number
}

/** Attempts by rate limit key (see rate-limit.ts), counted before they are made. */
interface SignInAttemptTable {
  key: string
  failures: number
  last_at: number
  forgotten_at: number
}

interface KnownPlaceTable {
  user_id: string
  place: string
  last_at: number
}
