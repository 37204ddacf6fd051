import type { FastifyInstance } from 'fastify'

/** Only what comes from this server, and nothing inline: a script in a name stays a name. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Puts the security headers on every answer. */
export function addSecurityHeaders(app: FastifyInstance, { tls }: { tls: boolean }): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      ...(tls ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    })
  })
}
