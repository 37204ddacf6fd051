import type { Problem } from './problem.ts'

export const UNEXPECTED = 'An unexpected server error occurred.'
export const UNREACHABLE = 'Failed to fetch'

interface Details {
  readonly code: string
  readonly problem?: Problem | undefined
  readonly retryAfterSeconds?: number | undefined
  /** What the platform threw. */
  readonly cause?: unknown
}

/**
 * A call that did not succeed.
 *
 * - `status`: of the response; 0 when there was none
 * - `code`: stable, dotted, to compare (`session.invalid`); `network` without a response, `reply.malformed` for a reply of
 *   another shape than promised, '' when the server gave none
 * - `message`: the problem's title, a sentence for a person
 * - `retryAfterSeconds`: present when the server asks to wait
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
