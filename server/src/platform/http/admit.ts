import { TICKET_MAX, type Route } from '@greenhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../network/network-of.ts'
import { ProblemError, signedOut, ticketIsOver } from '../problem.ts'
import type { TokenBuckets } from '../rate-limit/token-bucket.ts'
import { bearer, boardCredentials } from './credentials.ts'
import type { Gate, Visitor } from './serve.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Visitor
    isWhole: boolean
  }
  interface FastifyContextConfig {
    access?: Route['access']
    form?: Route['form'] | undefined
    problems?: Route['problems'] | undefined
    raw?: Route['raw'] | undefined
    gzip?: boolean
    keptForSeconds?: Route['keptForSeconds'] | undefined
  }
}

interface GateHooks {
  onRequest(request: FastifyRequest): Promise<void>
  preHandler(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | void
}

/**
 * Verifies the caller before the body is parsed and, unless both arrived together, again after it: a body can be held
 * back until the session has ended.
 */
export function gateHooks(gate: Gate, route: Route, writes: TokenBuckets<string>): GateHooks {
  const verify = async (request: FastifyRequest) => {
    request.caller = await admit(gate, route, request)
  }
  return {
    async onRequest(request) {
      // The parser hands over a body of the same packet first. One that arrives during the check below counts as later.
      await Promise.resolve()
      request.isWhole = hasArrived(request)
      await verify(request)
      if (route.method !== 'GET') consumeWrite(writes, request.caller)
    },
    preHandler(request, _reply, done) {
      return request.isWhole ? done() : verify(request)
    },
  }
}

/** Returns the id of a person or household, or the address of a visitor. */
export function callerOf({ caller }: FastifyRequest): string {
  if ('userId' in caller) return String(caller.userId)
  return 'householdId' in caller ? String(caller.householdId) : caller.address
}

function consumeWrite(writes: TokenBuckets<string>, caller: Visitor): void {
  if (!('sessionId' in caller) || typeof caller.sessionId !== 'string') return
  const { sessionId } = caller
  const waitMs = writes.waitMs(sessionId)
  if (waitMs === 0) return void writes.consume(sessionId)
  throw new ProblemError(
    429,
    'session.too-many-writes',
    'So many changes were made in a short time that they have to wait. Try again in a moment.',
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  )
}

/** Counts bytes: the end of a message is noticed a moment after its last byte. */
function hasArrived({ headers, raw }: FastifyRequest): boolean {
  return raw.complete || raw.readableLength === Number(headers['content-length'])
}

async function admit(gate: Gate, route: Route, request: FastifyRequest): Promise<Visitor> {
  const visitor = {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: `${request.protocol}://${request.host}`,
  }
  if (route.access === 'public' || route.access === 'signed') return visitor
  const found = await findCaller(gate, route, request)
  if (!found) {
    if (route.access === 'board') gate.boardRefused?.(networkOf(request.ip))
    throw notAdmitted(route.access)
  }
  if ('mustEnrol' in found && found.mustEnrol && route.whileEnrolling !== true) throw mustEnrolFirst()
  return { ...visitor, ...found }
}

async function findCaller(gate: Gate, route: Route, request: FastifyRequest) {
  const { access } = route
  if (access === 'public' || access === 'signed') return undefined
  for (const token of tokensOf(route, request)) {
    const found = await gate[access](token)
    if (found) return found
  }
  return undefined
}

function tokensOf(route: Route, request: FastifyRequest): string[] {
  if (route.access === 'board') return boardCredentials(route, request)
  const token = route.access === 'ticket' ? ticketOf(request) : bearer(request.headers.authorization)
  return token === undefined ? [] : [token]
}

function notAdmitted(access: 'member' | 'board' | 'ticket'): ProblemError {
  if (access === 'member') return signedOut()
  return access === 'ticket' ? ticketIsOver() : new ProblemError(401, 'device-token.invalid', 'Please sign in.')
}

/** Returns the ticket in the query, before the route's schema has checked it. */
function ticketOf({ query }: FastifyRequest): string | undefined {
  const ticket = typeof query === 'object' && query !== null && 'ticket' in query ? query.ticket : undefined
  return typeof ticket === 'string' && ticket.length <= TICKET_MAX ? ticket : undefined
}

function mustEnrolFirst(): ProblemError {
  return new ProblemError(
    403,
    'second-factor.setup-required',
    'This server asks everybody for a second step. Please set it up first.',
  )
}
