import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { isKnownService } from './known-services.ts'
import type { Outbound } from './outbound.ts'
import { RequestFailed, requestFailed } from './request-failed.ts'

const WITHIN_MS = 10_000
const CONNECTED_WITHIN_MS = 3000
const REPLY_BYTES_MAX = 64 * 1024

export interface GuardedRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly signal?: AbortSignal | undefined
}

/** A reply with any status but a redirect. `text` is cut after 64 KB, and empty when it is compressed. */
export interface GuardedReply {
  readonly status: number
  /** Whether members may read the reply: others may reveal a network that is not theirs. */
  readonly isOfKnownService: boolean
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface GuardedClient {
  /** Resolves the name once, uses only permitted addresses and follows no redirect. Throws only `RequestFailed`. */
  post(address: string, request: GuardedRequest): Promise<GuardedReply>
}

interface Options {
  readonly withinMs?: number
  readonly connectedWithinMs?: number
  /** A further trusted certificate authority, for programs that build the server themselves. */
  readonly ca?: string
  readonly isKnown?: (address: string) => boolean
}

export function openGuardedClient(
  outbound: Outbound,
  { withinMs = WITHIN_MS, connectedWithinMs = CONNECTED_WITHIN_MS, ca, isKnown = isKnownService }: Options = {},
): GuardedClient {
  return {
    async post(address, { headers = {}, body, signal }) {
      const url = urlOf(address)
      const timeout = AbortSignal.timeout(withinMs)
      const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
      try {
        ending.throwIfAborted()
        const lookup = await unlessAborted(outbound.resolve(hostOf(url), portOf(url)), ending)
        const options = {
          method: 'POST',
          lookup,
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'Greenhouse' },
          agent: false,
          signal: ending,
          ...(ca === undefined ? {} : { ca }),
        }
        const reply = await exchange(url, { ...options, connectedWithinMs }, body)
        return { ...withoutRedirect(url, reply), isOfKnownService: isKnown(address) }
      } catch (error) {
        if (error instanceof RequestFailed) throw error
        if (signal?.aborted) throw new RequestFailed('This server stopped before there was an answer.')
        if (timeout.aborted) throw noAnswerWithin(withinMs)
        throw requestFailed(error)
      }
    },
  }
}

function urlOf(address: string): URL {
  const url = URL.parse(address)
  if (url && ['http:', 'https:'].includes(url.protocol)) return url
  throw new RequestFailed('The address is not one of http or https.', { isFinal: true })
}

export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** A lookup can't be cancelled; its late answer is ignored. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    // A reason is typed as any; ours are errors.
    const end = () => reject(signal.reason as Error)
    signal.addEventListener('abort', end, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

type Reply = Omit<GuardedReply, 'isOfKnownService'>

function exchange(
  url: URL,
  { connectedWithinMs, ...options }: RequestOptions & { readonly connectedWithinMs: number },
  body: string | Uint8Array,
): Promise<Reply> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const send = isSecure ? requestHttps : requestHttp
    const request = send(url, options, (response) => {
      // From here on an error of the request only ends the reading.
      resolve(readReply(response))
    })
    const connecting = setTimeout(() => request.destroy(noAnswerWithin(connectedWithinMs)), connectedWithinMs)
    request.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)),
    )
    request.on('close', () => clearTimeout(connecting))
    request.on('error', reject)
    request.end(body)
  })
}

function noAnswerWithin(ms: number): RequestFailed {
  return new RequestFailed(`The server did not answer within ${ms / 1000} seconds.`, { isTimeout: true })
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  const text = await readText(response)
  response.destroy()
  return { status: response.statusCode ?? 0, headers: response.headers, text }
}

/** The status has arrived, so the request was received: failing for a broken reply would repeat the message. */
function readText(response: IncomingMessage): Promise<string> {
  const isPlain = (response.headers['content-encoding'] ?? 'identity') === 'identity'
  const pieces: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const end = () => {
      const text = Buffer.concat(pieces).subarray(0, REPLY_BYTES_MAX).toString()
      resolve(isPlain ? text : '')
    }
    response.on('data', (piece: Buffer) => {
      pieces.push(piece)
      size += piece.length
      if (size >= REPLY_BYTES_MAX) response.destroy()
    })
    response.on('error', end)
    response.on('close', end)
  })
}

/** Throws for a redirect. Names its target only on the same host, as when only https is served. */
function withoutRedirect(url: URL, reply: Reply): Reply {
  const { status, headers } = reply
  if (status < 300 || status > 399 || headers.location === undefined) return reply
  const location = URL.parse(headers.location, url)
  const target = location?.hostname === url.hostname ? location.origin : 'another host'
  throw new RequestFailed(
    `The server redirects to ${target}. No redirect is followed: enter the address it leads to.`,
    {
      isFinal: [301, 308].includes(status),
    },
  )
}
