import { PROBLEM_PREFIX, type Problem } from '@greenhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { isOfBoards } from './bodies.ts'
import { isOrphan, isStoreFull, isUnavailable } from '../db/errors.ts'
import type { Denials } from './denials.ts'
import { overloaded, ProblemError, removedMeanwhile, storeFull } from '../problem.ts'
import { codeOf } from '../error-details.ts'

export interface Logs {
  readonly log: Log
  readonly denials: Denials
}

/** Logs only faults of the server as errors, with details that are not sent. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, denials }: Logs,
): FastifyReply {
  const problem = toProblem(error)
  if (problem.status >= 500 && !(error instanceof ProblemError)) {
    log.error({ event: 'request.failed', requestId: request.id, route: request.routeOptions.url, err: error })
  }
  if (problem.status < 500) denials.note(request, problem)
  reply.removeHeader('content-disposition')
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  // Clients such as wget send a password only when asked. A browser would ask its user, so routes of the app don't.
  if (problem.status === 401 && isOfBoards(request))
    reply.header('www-authenticate', 'Basic realm="Greenhouse", Bearer')
  reply.code(problem.status)
  if (isForInfluxDb(request)) return reply.type('application/json').send(describeForInfluxDb(problem))
  return reply.type('application/problem+json').send(describeProblem(problem))
}

export function describeProblem({ status, code, message, detail, errors, secondStep }: ProblemError): Problem {
  return {
    type: PROBLEM_PREFIX + code,
    title: message,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors }),
    ...(secondStep === undefined ? {} : { secondStep }),
  }
}

function isForInfluxDb(request: FastifyRequest): boolean {
  return request.routeOptions.config?.problems === 'influxdb'
}

/** Adds the fields that clients of InfluxDB read: `code` and `message` for version 2, `error` for version 1. */
function describeForInfluxDb(problem: ProblemError): Problem & { code: string; message: string; error: string } {
  const { status, message } = problem
  const code = INFLUXDB_CODES[status] ?? (status < 500 ? 'invalid' : 'internal error')
  return { ...describeProblem(problem), code, message, error: message }
}

const INFLUXDB_CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  413: 'request too large',
  429: 'too many requests',
  503: 'unavailable',
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const code = codeOf(error)
  const statusCode =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ProblemError(413, 'body.too-large', 'The request is too large.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ProblemError(400, 'body.not-json', 'The request must be JSON.')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ProblemError(statusCode, 'request.malformed', 'The request could not be understood.')
  }
  if (isStoreFull(error)) return storeFull()
  if (isUnavailable(error)) return overloaded(5)
  if (isOrphan(error)) return removedMeanwhile()
  return new ProblemError(500, 'server.fault', 'An unexpected server error occurred.')
}
