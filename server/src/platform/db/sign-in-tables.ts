export interface SessionTable {
  id: string
  user_id: string
  device: string
  created_at: number
  last_used_at: number
}

/** Links in mails that act on an account; of each only the hash of its secret is kept. */
export interface AccountLinkTable {
  token_hash: string
  user_id: string
  purpose: 'reset' | 'undo-email'
  /** The address to go back to. */
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
  /** The step whose code was used last: it and those before it are used up. */
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
  /** With commas between. */
  transports: string
  rp_id: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** What a passkey that is being made must sign. */
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

/** Attempts by what is tried and by whom, see rate-limit.ts; counted before they are made. */
export interface SignInAttemptTable {
  key: string
  failures: number
  last_at: number
  forgotten_at: number
}

/** Where an account was signed in from: hashes of a browser's random number and of networks. */
export interface KnownPlaceTable {
  user_id: string
  place: string
  last_at: number
}
