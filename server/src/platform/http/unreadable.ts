import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { ProblemError } from '../problem.ts'
import { describeProblem } from './send-problem.ts'

interface Unreadable {
  readonly code?: string
  /** The bytes that could not be parsed; Fastify's types describe them as JSON. */
  readonly rawPacket?: unknown
}

/** Sends a problem for bytes that are not HTTP, and ends the connection: the start of the next request is unknown. */
export function answerUnreadable({ code, rawPacket }: Unreadable, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem = problemOf(code)
  const body = JSON.stringify(describeProblem(problem))
  socket.write(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      // The response to HEAD has no body (RFC 9110, 9.3.2).
      isHead(rawPacket) ? '' : body,
    ].join('\r\n'),
  )
  socket.destroySoon()
}

function isHead(request: unknown): boolean {
  return Buffer.isBuffer(request) && request.toString('latin1', 0, 5) === 'HEAD '
}

function problemOf(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ProblemError(431, 'request.headers-too-large', 'The headers of the request are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ProblemError(408, 'request.too-slow', 'The request took too long to arrive. Please try again.')
  return new ProblemError(400, 'request.malformed', 'The request could not be understood.')
}
