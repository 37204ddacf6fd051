import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

/** Returns a new secret with which webhooks are signed, as it is shown to its owner: `whsec_` and Base64. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * Signs a webhook as Standard Webhooks does.
 * @param at time of this attempt, milliseconds since 1970
 */
export function signatureHeaders(secret: string, { id, at, body }: { id: string; at: number; body: string }) {
  const seconds = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}
