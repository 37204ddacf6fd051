import { createClient, secondStepRoutes, signInRoutes, type Client } from '@greenhouse/contract'
import { PASSWORD } from '../../../testing/growers.ts'
import { fromBase32, hotp, stepAt } from '../../src/features/second-factor/totp.ts'

/** Sends a request as nobody. */
type Send = (
  route: typeof signInRoutes.login | typeof secondStepRoutes.complete,
  parts: { body: object },
) => Promise<{ readonly body: unknown }>

/** Signs a person in with the password and an authenticator app, and returns the token. Each step of 30 s works once. */
export async function signIn(send: Send, email: string, totpSecret: string, now: number): Promise<string> {
  const first = await send(signInRoutes.login, { body: { email, password: PASSWORD } })
  const { ticket } = (first.body as { secondStep: { ticket: string } }).secondStep
  const code = hotp(fromBase32(totpSecret), stepAt(now))
  const { body } = await send(secondStepRoutes.complete, { body: { ticket, code } })
  return (body as { jwt: string }).jwt
}

/** Returns a client with a new session of a person without a second factor. */
export async function signInByPassword(origin: string, email: string): Promise<Client> {
  const { jwt } = await createClient({ origin }).call(signInRoutes.login, { body: { email, password: PASSWORD } })
  return createClient({ origin, token: jwt })
}
