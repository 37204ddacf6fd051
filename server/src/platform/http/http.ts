import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Server as TlsServer } from 'node:tls'
import { openReplyCheck, type Route } from '@greenhouse/contract'
import {
  fastify,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import { movable, type Movable } from '../network/movable-server.ts'
import { callerOf, gateHooks } from './admit.ts'
import { compressReplies, isApi, sendWithEtag } from './api-replies.ts'
import { acceptBodies } from './bodies.ts'
import { checkInput } from './check-input.ts'
import { openDenials } from './denials.ts'
import { Downloads, sendPieces } from './downloads.ts'
import { endConnectionsOnClose } from './end-connections.ts'
import { secureContextOf, type Tls } from '../tls/tls.ts'
import { TokenBuckets } from '../rate-limit/token-bucket.ts'
import { sendProblem } from './send-problem.ts'
import { ProblemError } from '../problem.ts'
import type { Gate, Piece, Serve, Visitor } from './serve.ts'
import { Uploads } from './uploads.ts'
import { answerUnreadable } from './unreadable.ts'

export interface HttpLimits {
  readonly connections: number
  readonly headersMs: number
  readonly requestMs: number
  readonly checkedEveryMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  connections: 25_000,
  headersMs: 10_000,
  requestMs: 30_000,
  checkedEveryMs: 5_000,
}

const BODY_LIMIT = 64 * 1024
/** Timeout for a client that reads nothing of a download. */
const STALLED_MS = 60_000

export interface Http extends Movable {
  readonly fastify: FastifyInstance
  readonly serve: Serve
  readonly port: number | undefined
  useCertificate(tls: Tls): void
}

interface HttpNeeds {
  readonly config: Config
  readonly log: Log
  readonly gate: Gate
  readonly limits?: HttpLimits
  readonly stalledMs?: number
}

type Logs = Parameters<typeof sendProblem>[3]

/** Opens the HTTP server: routes of the contract, their gate, and errors as RFC 9457 problems. */
export function openHttp({ config, log, gate, limits = HTTP_LIMITS, stalledMs = STALLED_MS }: HttpNeeds): Http {
  const logs = { log, denials: openDenials(log) }
  const app = openFastify(config, limits, logs)
  acceptBodies(app)
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, logs))
  endConnectionsOnClose(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isApi(request)) reply.header('cache-control', keeping(request, reply))
    done()
  })
  compressReplies(app)
  app.decorateRequest('caller')
  app.decorateRequest('isWhole', false)
  return {
    fastify: app,
    serve: serveOn(app, { config, log, gate, stalledMs }),
    moveTo: movable(app.server).moveTo,
    get port() {
      const address: AddressInfo | string | null = app.server.address()
      return typeof address === 'object' ? address?.port : undefined
    },
    useCertificate(tls) {
      if (app.server instanceof TlsServer) app.server.setSecureContext(secureContextOf(tls))
    },
  }
}

function openFastify(config: Config, limits: HttpLimits, logs: Logs): FastifyInstance {
  const timing = { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkedEveryMs }
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: () => randomUUID(),
    logger: false,
    // Errors of the router itself (malformed path, too long part) are sent as problems, too.
    // Before routing Fastify types the reply without its server.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply as FastifyReply, logs),
    clientErrorHandler: answerUnreadable,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    requestTimeout: limits.requestMs,
    ...(config.tls ? { https: { ...secureContextOf(config.tls), ...timing } } : { http: timing }),
  }) as unknown as FastifyInstance
  app.server.maxConnections = limits.connections
  return app
}

function serveOn(
  app: FastifyInstance,
  { config, log, gate, stalledMs }: Pick<HttpNeeds, 'config' | 'log' | 'gate'> & { readonly stalledMs: number },
): Serve {
  const downloads = new Downloads()
  const perMinute = config.sessionWritesPerMinute
  const writes = new TokenBuckets<string>({ burst: perMinute, perSecond: perMinute / 60 })
  const uploads = new Uploads(join(config.dataDir, 'uploads'))
  return (route, handler) => {
    const checkReply = openReplyCheck(route.reply)
    const options: RouteOptions = {
      method: route.method,
      url: route.path,
      config: configOf(route),
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      ...gateHooks(gate, route, writes),
      handler: async (request, reply) => {
        const input = checkInput(route, request)
        if (route.startsDownload === true) downloads.assertPlace(callerOf(request))
        const caller = { ...request.caller, gone: () => goneSignal(reply) }
        // The route has checked the input and admitted the caller that its handler expects.
        const handle = () => (handler as unknown as (input: object, caller: Visitor) => unknown)(input, caller)
        const release = isDownload(route, input) ? downloads.reserve(callerOf(request)) : undefined
        const answer = release ? await releasing(release, handle) : await handle()
        if (!isStream(answer)) return sendReply(route, checkReply(answer), request, reply)
        return sendPieces(describeStream(route, reply), {
          pieces: downloads.inTurn(answer),
          stalledMs,
          onEnd: release ?? (() => {}),
          onFailure: (err) => log.error({ event: 'download.failed', requestId: request.id, route: route.path, err }),
        })
      },
    }
    const { upload } = route
    if (!upload) return void app.route(options)
    // Parsers of its own need an instance of its own.
    void app.register(async (own) => {
      uploads.accept(own, upload.tooLarge)
      own.route(options)
    })
  }
}

function configOf({ form, raw, access, problems, keptForSeconds }: Route): FastifyContextConfig {
  return { form, raw, access, gzip: access === 'board', problems, keptForSeconds }
}

function sendReply(route: Route, checked: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (typeof checked === 'string') {
    const type = route.contentType ?? 'text/plain; charset=utf-8'
    return route.etag === true ? sendWithEtag(checked, request, reply, type) : reply.type(type).send(checked)
  }
  if (route.etag === true) return sendWithEtag(JSON.stringify(checked), request, reply)
  if (checked === undefined) return reply.code(204).send()
  if (checked instanceof Uint8Array) return reply.type(route.contentType ?? 'application/octet-stream').send(checked)
  return reply.send(checked)
}

function keeping({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): string {
  const seconds = routeOptions.config?.keptForSeconds
  return seconds !== undefined && statusCode === 200 ? `private, max-age=${seconds}, immutable` : 'no-store'
}

function isDownload({ streamed, pagedBy }: Route, { query }: { query?: unknown }): boolean {
  return streamed === true && (pagedBy === undefined || (query as Record<string, unknown>)[pagedBy] === undefined)
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new ProblemError(429, 'read.busy', 'The request was given up.'))
  })
  return gone.signal
}

async function releasing(release: () => void, handle: () => unknown): Promise<unknown> {
  let answer: unknown
  try {
    answer = await handle()
  } finally {
    if (!isStream(answer)) release()
  }
  return answer
}

function describeStream({ contentType, fileName }: Route, reply: FastifyReply): FastifyReply {
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return reply.type(contentType ?? 'application/json; charset=utf-8')
}

function isStream(answer: unknown): answer is AsyncIterable<Piece> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
}
