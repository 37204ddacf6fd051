import type { FastifyInstance } from 'fastify'
import { isApi } from './api-replies.ts'

/** Only resources of this server and nothing inline, so that a script in a name never runs. */
const PAGES = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** `https`: directly or by a proxy. HSTS omits subdomains, which may be other servers. */
export function addSecurityHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  const headers = {
    'content-security-policy': PAGES,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    if (isApi(request) && !isPage) reply.header('content-security-policy', API_POLICY)
    done()
  })
}
