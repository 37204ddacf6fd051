import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { networkOf } from '../network.ts'
import type { ProblemError } from '../problem.ts'
import type { DeviceRef } from '../device-ref.ts'
import type { Member } from './serve.ts'

const MINUTE = 60_000
/** So many lines a minute; what is more is counted. Whoever sends nonsense by the thousand must not fill the disk. */
const LINES_PER_NETWORK = 60
const LINES_IN_ALL = 600

export interface Denials {
  /** Writes down that a request was refused. */
  note(request: FastifyRequest, problem: ProblemError): void
}

/** The log of what was refused: which route, to whom, from where; never what was asked for. */
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
      const { userId, deviceId } = (request.caller ?? {}) as Partial<Member & DeviceRef>
      const { id: requestId, method } = request
      const route = request.routeOptions?.url
      // A wrong value is a slip; what is not theirs, or too often, may be somebody at work.
      const level = [401, 403, 404, 421, 429].includes(status) ? 'warn' : 'info'
      log[level]({ event: 'request.denied', status, code, method, route, userId, deviceId, network, requestId })
    },
  }
}
