import type { Problem } from './problem.ts'

export const UNEXPECTED = 'An unexpected server error occurred.'
export const UNREACHABLE = 'Failed to fetch'

interface Details {
  readonly code: string
  readonly problem?: Problem | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/**
 * `status`: 0 without a response. `code`: stable, such as `session.invalid`; `network` without a response, `reply.malformed`
 * for an unexpected shape, '' when the server gave none.
 */
export class ClientError extends Error {
  readonly status: number
  readonly code: string
  readonly problem: Problem | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, status: number, { code, problem, retryAfterSeconds, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}
