import { newsletterRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'

/** Asks for the newsletter at an address. Apart from the form, so that a first visit carries no schemas for it. */
export async function subscribe(email: string): Promise<void> {
  await call(newsletterRoutes.subscribe, { body: { email } })
}
