import {
  createClient,
  exportRoutes,
  newsletterRoutes,
  recoveryRoutes,
  secondFactorRoutes,
  settingRoutes,
  signInRoutes,
  weatherRoutes,
  type Client,
} from '@greenhouse/contract'
import { PASSWORD, type Grower } from '../../../testing/growers.ts'
import { fromBase32, hotp, stepAt } from '../../src/features/second-factor/totp.ts'
import { newAuthenticator } from '../authenticator.ts'

/** A server that runs in this process, and its clock. */
export interface Site {
  readonly origin: string
  readonly clock: { now: number }
}

export async function settle({ call }: Grower): Promise<void> {
  await call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
  await call(weatherRoutes.setPlace, { body: { name: 'Aarhus', latitude: 56.16, longitude: 10.2 } })
}

/** Adds an authenticator app and a passkey, and begins another one. Returns the secret of the app. */
export async function enrol({ call }: Client, { origin, clock }: Site): Promise<string> {
  const body = { password: PASSWORD }
  const { secret } = await call(secondFactorRoutes.beginTotp, { body })
  await call(secondFactorRoutes.confirmTotp, { body: { code: hotp(fromBase32(secret), stepAt(clock.now)) } })
  const ceremony = await call(secondFactorRoutes.beginPasskey, { body })
  const credential = newAuthenticator(origin).create(ceremony)
  await call(secondFactorRoutes.addPasskey, { body: { name: 'Phone', credential } })
  await call(secondFactorRoutes.beginPasskey, { body })
  await call(exportRoutes.createTicket)
  return secret
}

/** Begins what others finish later: a sign-in, a new password, a subscription. */
export async function leaveThingsOpen({ origin }: Site, email: string): Promise<void> {
  const { call, send } = createClient({ origin })
  await send(signInRoutes.login, { body: { email, password: 'Wrong-1!' } })
  await send(signInRoutes.login, { body: { email, password: PASSWORD } })
  await call(recoveryRoutes.requestReset, { body: { email } })
  await call(newsletterRoutes.subscribe, { body: { email: 'reader@example.org' } })
}
