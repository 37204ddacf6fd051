import { DAY_MS } from '@greenhouse/contract'
import { LinkTokens } from '../../platform/secrets/link-token.ts'

export type Purpose = 'confirm' | 'unsubscribe'

/** Valid for long: people unsubscribe from mails that they read months later. */
export function newsletterLinks(secret: Uint8Array, now: () => number): LinkTokens<Purpose> {
  return new LinkTokens(secret, {
    scope: 'newsletter',
    goodForMs: { confirm: 7 * DAY_MS, unsubscribe: 400 * DAY_MS },
    now,
  })
}
