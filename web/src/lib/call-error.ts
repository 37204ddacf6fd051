import type { Problem } from '@greenhouse/contract'

export const UNEXPECTED = 'An unexpected server error occurred.'
export const UNREACHABLE = 'Failed to fetch'

/**
 * A call that did not succeed.
 *
 * - `status`: of the answer; 0 when there was none
 * - `code`: stable, dotted, to compare (`session.invalid`); `network` without an answer, '' when there is none
 * - `message`: the problem's title, a sentence for a person
 * - `retryAfterSeconds`: when the server says to come back
 */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly problem: Problem | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    status: number,
    more: Partial<Pick<CallError, 'code' | 'problem' | 'retryAfterSeconds'>>,
  ) {
    super(message)
    this.status = status
    this.code = more.code ?? ''
    this.problem = more.problem
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
