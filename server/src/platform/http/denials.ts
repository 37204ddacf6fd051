import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { networkOf } from '../network/network-of.ts'
import type { ProblemError } from '../problem.ts'
import type { BoardCaller, Member } from './serve.ts'

const MINUTE = 60_000
/** Log lines a minute; further ones are only counted, so that a flood of bad requests can't fill the disk. */
const LINES_PER_NETWORK = 60
const LINES_IN_ALL = 600

export interface Denials {
  note(request: FastifyRequest, problem: ProblemError): void
}

/** Logs refused requests: route, user and address, never the content. */
export function openDenials(log: Log): Denials {
  let minute = 0
  let lines = 0
  let more = 0
  let byNetwork = new Map<string, number>()

  function mayWrite(network: string): boolean {
    const current = Math.floor(performance.now() / MINUTE)
    if (current !== minute) {
      if (more > 0) log.warn({ event: 'request.denied-more', count: more })
      minute = current
      lines = 0
      more = 0
      byNetwork = new Map()
    }
    const ofNetwork = byNetwork.get(network) ?? 0
    if (lines >= LINES_IN_ALL || ofNetwork >= LINES_PER_NETWORK) {
      more++
      return false
    }
    lines++
    byNetwork.set(network, ofNetwork + 1)
    return true
  }

  return {
    note(request, { status, code }) {
      const network = networkOf(request.ip)
      if (!mayWrite(network)) return
      // Any kind of caller, or none before its admission.
      const { userId, householdId, device } = (request.caller ?? {}) as Partial<Member & BoardCaller>
      const deviceId = device?.deviceId
      const { id: requestId, method } = request
      const route = request.routeOptions?.url
      // A wrong value is a mistake; access to others' data or too many requests may be an attack.
      const level = [401, 403, 404, 421, 429].includes(status) ? 'warn' : 'info'
      log[level]({
        event: 'request.denied',
        status,
        code,
        method,
        route,
        userId,
        householdId,
        deviceId,
        network,
        requestId,
      })
    },
  }
}
