import { createClient, signInRoutes, type Client } from '@greenhouse/contract'

export const EMAIL = 'asta@example.org'
export const PASSWORD = 'Sunny&Greenhouse7'

export async function registerDemoAccount(origin: string): Promise<Client> {
  const person = { firstName: 'Asta', lastName: 'Holm', email: EMAIL, birthday: '1990-05-04', country: 'Denmark' }
  const body = { ...person, password: PASSWORD }
  const { jwt } = await createClient({ origin }).call(signInRoutes.register, { body })
  return createClient({ origin, token: jwt })
}
