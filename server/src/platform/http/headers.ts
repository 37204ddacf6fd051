import type { FastifyInstance } from 'fastify'
import { isApi } from './http.ts'

/** Only what comes from this server, and nothing inline: a script in a name stays a name. */
const PAGES = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What the API answers is for scripts to read: opened as a page, it may do nothing at all. */
const ANSWERS = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Puts the security headers on every answer. `https`: people reach us over it, whoever speaks it. Subdomains are left
 * alone: they are not ours to decide about.
 */
export function addSecurityHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': PAGES,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    })
  })
  app.addHook('onSend', async (request, reply) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    if (isApi(request) && !isPage) reply.header('content-security-policy', ANSWERS)
  })
}
