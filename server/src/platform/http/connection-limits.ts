/** Limits of all connections, before their users are known. */
export interface HttpLimits {
  /** At once, live connections included; further ones are closed unanswered. */
  readonly connections: number
  /** The headers of a request must have arrived within this. */
  readonly headersMs: number
  /** The whole request must have arrived within this. */
  readonly requestMs: number
  /** How often it is looked who is late. */
  readonly checkedEveryMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  connections: 25_000,
  headersMs: 10_000,
  requestMs: 30_000,
  checkedEveryMs: 5_000,
}
