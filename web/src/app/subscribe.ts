import { ClientError, newsletterRoutes } from '@greenhouse/contract'
import { call } from '../lib/call.ts'
import { sayFailure } from '../lib/say-failure.ts'

/**
 * Asks for the newsletter at an address. Returns undefined, or why it failed in a sentence. Apart from the form, so that
 * a first visit carries no schemas for it.
 */
export async function subscribe(email: string): Promise<string | undefined> {
  try {
    await call(newsletterRoutes.subscribe, { body: { email } })
    return undefined
  } catch (error) {
    return isExplained(error) ? sayFailure(error) : 'Subscription failed. Please try again.'
  }
}

/** Trying again at once would not help: the server wants a pause. */
function isExplained(error: unknown): boolean {
  return error instanceof ClientError && error.status === 429
}
