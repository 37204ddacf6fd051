import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../problem.ts'
import { isApi } from './http.ts'

const YEAR = 365 * 86_400

/**
 * Serves the built web app: files with a hash in their name are cached for a year, all others are revalidated. A path that
 * is neither a file nor under /api is a route of the app, so it gets the app's page.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const index = readIndex(folder)
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['**/index.html', '**/.greenhouse-built'],
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      },
    })
  }
  const sendIndex = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers['if-none-match'] === index.etag) return reply.code(304).send()
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', etag: index.etag })
      .send(index.html)
  }
  app.get('/', sendIndex)
  app.get('/index.html', sendIndex)
  // An unknown address is refused before the body is read.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !isReading(request))
      throw new ProblemError(404, 'route.not-found', 'There is no such address.')
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage = isReading(request) && !isApi(request)
    // A missing file must not be answered with the app's page: an old tab would run it as a script.
    if (isPage && !/^\/assets\/|\.[a-z0-9]{2,5}(?:$|\?)/i.test(request.url)) return sendIndex(request, reply)
    throw new ProblemError(404, 'route.not-found', 'There is no such address.')
  })
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function readIndex(folder: string): { html: string; etag: string } {
  const file = join(folder, 'index.html')
  const html = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>Greenhouse</title><p>The web app has not been built yet: npm run build'
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 20)}"` }
}
