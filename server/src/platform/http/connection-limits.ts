export interface HttpLimits {
  readonly connections: number
  readonly headersMs: number
  readonly requestMs: number
  readonly checkedEveryMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  connections: 25_000,
  headersMs: 10_000,
  requestMs: 30_000,
  checkedEveryMs: 5_000,
}
