import { existsSync, readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../problem.ts'
import { isApi } from './api-replies.ts'

const YEAR = 365 * 86_400
const UNKNOWN = '404.html'
const NOT_BUILT = '<!doctype html><title>Greenhouse</title><p>The web app has not been built yet: npm run build'

/**
 * Files with a hash in their name are cached for a year, others are revalidated. Paths that are neither a file nor
 * under /api get the document that was prerendered for their route.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const documents = existsSync(folder) ? documentsIn(folder) : new Set<string>()
  if (documents.size > 0) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['**/*.html', '**/.greenhouse-built'],
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      },
    })
  }
  const sendDocument = (request: FastifyRequest, reply: FastifyReply) => {
    if (documents.size === 0) return reply.type('text/html; charset=utf-8').send(NOT_BUILT)
    const name = documentAt(request.url)
    return reply.sendFile(documents.has(name) ? name : UNKNOWN)
  }
  app.get('/', sendDocument)
  app.get('/index.html', sendDocument)
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !isReading(request))
      throw new ProblemError(404, 'route.not-found', 'There is no such address.')
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage = isReading(request) && !isApi(request)
    // A missing file must not be answered with a page: an old tab would run it as a script.
    if (isPage && !/^\/assets\/|\.[a-z0-9]{2,5}(?:$|\?)/i.test(request.url)) return sendDocument(request, reply)
    throw new ProblemError(404, 'route.not-found', 'There is no such address.')
  })
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function documentsIn(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder).filter((name) => name.endsWith('.html')))
}

/** `/About/` is `about.html`; `/mydevice/7` is `mydevice-one.html`, which serves every id. */
function documentAt(url: string): string {
  const path = url
    .replace(/[?#].*/s, '')
    .toLowerCase()
    .replace(/\/$/, '')
  const [, page = '', id, ...more] = path.split('/')
  if (id !== undefined) return more.length === 0 ? `${page}-one.html` : UNKNOWN
  return page === '' ? 'index.html' : `${page}.html`
}
