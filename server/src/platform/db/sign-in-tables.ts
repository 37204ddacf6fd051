export interface SessionTable {
  id: string
  user_id: string
  device: string
  created_at: number
  last_used_at: number
}

/** Links in mails that act on an account. Only the hash of a link's secret is stored. */
export interface AccountLinkTable {
  token_hash: string
  user_id: string
  purpose: 'reset' | 'undo-email'
  /** The address to go back to, or to which the link was mailed. */
  email: string | null
  email_key: string | null
  created_at: number
  expires_at: number
}

/** An authenticator app. */
export interface TotpTable {
  user_id: string
  /** Encrypted under a key of this installation. */
  sealed_secret: string
  created_at: number
  /** Null until a first code has shown that the app has the secret. */
  confirmed_at: number | null
  /** The step of the last used code. Codes of this step and earlier ones are refused. */
  last_step: number
}

export interface RecoveryCodeTable {
  id: string
  user_id: string
  /** Argon2id. */
  code_hash: string
}

export interface PasskeyTable {
  id: string
  user_id: string
  credential_id: string
  public_key: string
  counter: number
  /** Separated by commas. */
  transports: string
  rp_id: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** The challenge that a new passkey must sign. */
export interface PasskeyChallengeTable {
  session_id: string
  challenge: string
  expires_at: number
}

/** A sign-in between its two steps. */
export interface SignInTicketTable {
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
  attempts: number
  challenge: string | null
}

/** A download that a browser may begin without a token, by a link that holds the ticket. */
export interface DownloadTicketTable {
  token_hash: string
  user_id: string
  session_id: string
  expires_at: number
}

/** Attempts by rate limit key, see rate-limit.ts; counted before they are made. */
export interface SignInAttemptTable {
  key: string
  failures: number
  last_at: number
  forgotten_at: number
}

/** Places from which an account was signed in: hashes of a browser's random id and of networks. */
export interface KnownPlaceTable {
  user_id: string
  place: string
  last_at: number
}
