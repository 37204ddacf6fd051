/** Limits of all connections before their users are known. */
export interface HttpLimits {
  /** Open connections, live ones included; further ones are closed unanswered. */
  readonly connections: number
  /** Deadline for the headers of a request. */
  readonly headersMs: number
  readonly requestMs: number
  /** Interval at which the deadlines are checked. */
  readonly checkedEveryMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  connections: 25_000,
  headersMs: 10_000,
  requestMs: 30_000,
  checkedEveryMs: 5_000,
}
