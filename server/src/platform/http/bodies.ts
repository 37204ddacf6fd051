import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from '../problem.ts'
import { RawBody } from './raw-body.ts'
import { unpack } from './unpack.ts'

type Done = (error: Error | null, body?: unknown) => void

export function acceptBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? ''
    if (encoding === '' || encoding === 'identity') return done()
    if (configOf(request).gzip === true && /^(?:x-)?gzip$/.test(encoding))
      return done(null, unpack(payload, request.routeOptions.bodyLimit))
    throw unknownEncoding()
  })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  function readJson(request: FastifyRequest, body: Buffer, done: Done) {
    void parseJson(request, body.toString(), (error, value) =>
      done(error && isOfBoards(request) ? noReadings() : error, value),
    )
  }
  /** Boards and command-line tools seldom name the type: text that looks like JSON is read as JSON. */
  function readUnnamed(request: FastifyRequest, body: Buffer, done: Done) {
    if (!isOfBoards(request)) return done(notJson())
    return looksLikeJson(body) ? readJson(request, body, done) : done(noReadings())
  }
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (takesRaw(request)) return done(null, rawOf(request, body))
    // Some clients name JSON on a request without a body (DELETE, POST Logout).
    return body.length === 0 ? done(null, undefined) : readJson(request, body, done)
  })
  app.addContentTypeParser<Buffer>('text/plain', { parseAs: 'buffer' }, (request, body, done) => {
    if (takesRaw(request)) return done(null, rawOf(request, body))
    return isOfBoards(request) ? readUnnamed(request, body, done) : done(null, body.toString())
  })
  // A form of a plain page, or a mail program's one-click request: the URL has everything.
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (takesRaw(request)) return done(null, rawOf(request, body))
      return configOf(request).form === true ? done(null, undefined) : readUnnamed(request, body, done)
    },
  )
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) =>
    takesRaw(request) ? done(null, rawOf(request, body)) : readUnnamed(request, body, done),
  )
}

export function isOfBoards(request: FastifyRequest): boolean {
  return configOf(request).access === 'board'
}

function looksLikeJson(body: Buffer): boolean {
  return /^\uFEFF?\s*[[{]/.test(body.toString('utf8', 0, 100))
}

function configOf(request: FastifyRequest): FastifyContextConfig {
  return request.routeOptions?.config ?? {}
}

function takesRaw(request: FastifyRequest): boolean {
  const { raw = [] } = configOf(request)
  return raw.includes('*') || raw.includes(typeOf(request))
}

function rawOf(request: FastifyRequest, body: Buffer): RawBody {
  return new RawBody(typeOf(request), body)
}

function typeOf({ headers }: FastifyRequest): string {
  const type = headers['content-type'] ?? ''
  const end = type.indexOf(';')
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase()
}

function notJson(): ProblemError {
  return new ProblemError(400, 'body.not-json', 'The request must be JSON.')
}

function noReadings(): ProblemError {
  return new ProblemError(
    400,
    'body.not-json',
    'The body is not JSON. Send readings such as {"temperature": 21.5}, or a list of them, with the header Content-Type: application/json.',
  )
}

function unknownEncoding(): ProblemError {
  return new ProblemError(
    415,
    'body.encoding',
    'The body has a Content-Encoding that is not understood here. Readings may be sent with gzip, everything else without one.',
  )
}
