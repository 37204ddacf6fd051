import { ClientError, newsletterRoutes } from '@greenhouse/contract'
import { call } from '../lib/call.ts'
import { failureMessage } from '../lib/failure-message.ts'

/** Returns the error message, if any. A file of its own, which keeps schemas out of the first visit. */
export async function subscribe(email: string): Promise<string | undefined> {
  try {
    await call(newsletterRoutes.subscribe, { body: { email } })
    return undefined
  } catch (error) {
    return isExplained(error) ? failureMessage(error) : 'Subscription failed. Please try again.'
  }
}

function isExplained(error: unknown): boolean {
  return error instanceof ClientError && error.status === 429
}
