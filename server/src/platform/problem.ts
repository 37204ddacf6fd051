import type { SecondStep } from '@greenhouse/contract'

/**
 * The one error that is sent to a caller. Anything else that is thrown is a fault of the server and becomes a 500 without
 * details.
 *
 * @param code stable and dotted, `device.not-found`; becomes the `type` of the problem, and is what to compare
 * @param title one sentence for a person
 */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | undefined
  readonly errors: Record<string, string[]> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly secondStep: SecondStep | undefined

  constructor(status: number, code: string, title: string, more: ProblemDetails = {}) {
    super(title)
    this.status = status
    this.code = code
    this.detail = more.detail
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
    this.secondStep = more.secondStep
  }
}

interface ProblemDetails {
  detail?: string
  errors?: Record<string, string[]>
  retryAfterSeconds?: number
  /** With what a begun sign-in is completed. */
  secondStep?: SecondStep
}

/**
 * Returns the value that a store found. Throws a 404 for undefined, and for false: nothing was changed or removed. It is
 * the same for what does not exist and for what is somebody else's, so that callers can't distinguish the two.
 */
export function found<T>(value: T | undefined, what: string): Exclude<T, undefined | false> {
  if (value === undefined || value === false)
    throw new ProblemError(404, `${what.replaceAll(' ', '-')}.not-found`, `There is no such ${what}.`)
  return value as Exclude<T, undefined | false>
}

/** The error of a request without a valid session. */
export function signedOut(): ProblemError {
  return new ProblemError(401, 'session.invalid', 'Please sign in.')
}

/** The error for a download ticket that is unknown, used or expired. */
export function ticketIsOver(): ProblemError {
  return new ProblemError(
    401,
    'download-ticket.invalid',
    'This download link has been used or has expired. Please start the download again.',
  )
}

/** The error for a field that is wrong for a reason which its schema can't know. */
export function invalid(field: string, message: string): ProblemError {
  return new ProblemError(400, 'input.invalid', message, { errors: { [field]: [message] } })
}

/** The error of a server that is too busy, with the time after which to retry. */
export function overloaded(retryAfterSeconds = 1): ProblemError {
  return new ProblemError(503, 'server.overloaded', 'The server is busy. Please try again in a moment.', {
    retryAfterSeconds,
  })
}

/** The error of something that can't be stored because another request has just removed what it belongs to. */
export function removedMeanwhile(): ProblemError {
  return new ProblemError(409, 'parent.removed', 'What this belongs to was removed in the meantime.')
}

/** The error of a full disk. Deleting still works, and makes room. */
export function storeFull(): ProblemError {
  return new ProblemError(
    503,
    'store.full',
    'There is no room left to store this. Delete old readings, or try later.',
    {
      retryAfterSeconds: 30,
    },
  )
}

/** The error of a damaged database, to which nothing more is written. */
export function storeDamaged(): ProblemError {
  return new ProblemError(
    503,
    'store.damaged',
    'The database is damaged. Whoever runs this server has to restore it.',
    {
      retryAfterSeconds: 300,
    },
  )
}

/** A query may name its user, which can only be the caller. Throws a 403 for anybody else. */
export function mustBeSelf(named: string | undefined, userId: string): void {
  if (named !== undefined && named !== userId) throw new ProblemError(403, 'user.not-you', 'This is not yours.')
}
