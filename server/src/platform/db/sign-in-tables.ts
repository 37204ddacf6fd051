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
