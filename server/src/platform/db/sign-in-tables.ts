export interface SessionTable {
  id: string
  user_id: string
  device: string
  created_at: number
  last_used_at: number
}

/** Links in mails. Only the hash of a link's secret is stored. */
export interface AccountLinkTable {
  token_hash: string
  user_id: string
  purpose: 'reset' | 'undo-email'
  /** The former address, or the one to which the link was mailed. */
  email: string | null
  email_key: string | null
  created_at: number
  expires_at: number
}

export interface TotpTable {
  user_id: string
  sealed_secret: string
  created_at: number
  /** Null until a first code has proved that the app has the secret. */
  confirmed_at: number | null
  /** Step of the last used code; this and earlier ones are refused. */
  last_step: number
}

export interface RecoveryCodeTable {
  id: string
  user_id: string
  code_hash: string
}

export interface PasskeyTable {
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

export interface PasskeyChallengeTable {
  session_id: string
  challenge: string
  expires_at: number
}

export interface SignInTicketTable {
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
  attempts: number
  challenge: string | null
}

/** Allows one download without a session. */
export interface DownloadTicketTable {
  token_hash: string
  user_id: string
  session_id: string
  expires_at: number
}

/** Attempts by rate limit key (see rate-limit.ts), counted before they are made. */
export interface SignInAttemptTable {
  key: string
  failures: number
  last_at: number
  forgotten_at: number
}

export interface KnownPlaceTable {
  user_id: string
  place: string
  last_at: number
}
