import type { SecondStep } from '@greenhouse/contract'
import type { problemCatalogue, ProblemCode } from '@greenhouse/contract/register'

/** Codes that belong to no route: of requests that reach none, of faults, and of an account deleted during its request. */
type UnroutedCode =
  | 'host.unknown'
  | 'request.cross-site'
  | 'request.headers-too-large'
  | 'request.malformed'
  | 'request.too-slow'
  | 'server.clock-behind'
  | 'server.fault'
  | 'user.not-found'
  | 'storage.full'
type StatusOf<Code> = Code extends ProblemCode ? (typeof problemCatalogue)[Code][0] : number

type Spaced<Text extends string> = Text extends `${infer Word}-${infer Rest}` ? `${Word} ${Spaced<Rest>}` : Text
type Missing<Code> = Code extends `${infer Thing}.not-found` ? Spaced<Thing> : never

/**
 * The one error that is sent to a caller. Anything else thrown is a fault of the server: a 500 without details. `code`
 * (`device.not-found`) is stable and becomes the `type` of the problem.
 */
export class ProblemError<Code extends ProblemCode | UnroutedCode = ProblemCode> extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | undefined
  readonly errors: Record<string, string[]> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly secondStep: SecondStep | undefined

  constructor(status: StatusOf<Code>, code: Code, title: string, more: ProblemDetails = {}) {
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
  secondStep?: SecondStep
}

/**
 * Throws a 404 for undefined and false, alike for missing and foreign things, so that callers can't distinguish them.
 */
export function found<T>(
  value: T | undefined,
  what: Missing<ProblemCode | UnroutedCode>,
): Exclude<T, undefined | false> {
  if (value === undefined || value === false) {
    // The template is one of the codes that the type of `what` allows.
    const code = `${what.replaceAll(' ', '-')}.not-found` as 'device.not-found'
    throw new ProblemError(404, code, `There is no such ${what}.`)
  }
  // TypeScript does not narrow a type parameter.
  return value as Exclude<T, undefined | false>
}

export function signedOut(): ProblemError {
  return new ProblemError(401, 'session.invalid', 'Please sign in.')
}

export function ticketIsOver(): ProblemError {
  return new ProblemError(
    401,
    'download-ticket.invalid',
    'This download link has been used or has expired. Please start the download again.',
  )
}

/** Returns the error for a field that is wrong for a reason beyond its schema. */
export function invalid(field: string, message: string): ProblemError {
  return new ProblemError(400, 'input.invalid', message, { errors: { [field]: [message] } })
}

export function overloaded(retryAfterSeconds = 1): ProblemError {
  return new ProblemError(503, 'server.overloaded', 'The server is busy. Please try again in a moment.', {
    retryAfterSeconds,
  })
}

/** Returns the error for a row whose parent another request has just removed. */
export function removedMeanwhile(): ProblemError {
  return new ProblemError(409, 'parent.removed', 'What this belongs to was removed in the meantime.')
}

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
