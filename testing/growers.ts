import {
  createClient,
  deviceRoutes,
  signInRoutes,
  type Client,
  type DeviceInput,
  type RegisterInput,
} from '@greenhouse/contract'

export const PASSWORD = 'Sprout-42!'

/** A user and a client that calls the API as that user. */
export interface Grower extends Client {
  readonly email: string
  readonly token: string
}

export interface DeviceCredentials {
  readonly deviceId: string
  readonly deviceToken: string
}

export function registration(firstName: string) {
  return {
    firstName,
    lastName: 'Holm',
    email: `${firstName.toLowerCase()}@example.org`,
    birthday: '1990-05-01',
    country: 'Denmark',
    password: PASSWORD,
  }
}

/** Registers a user. `headers` are sent with each request. */
export async function register(
  origin: string,
  firstName = 'Asta',
  headers: Readonly<Record<string, string>> = {},
): Promise<Grower> {
  return registerPerson(origin, registration(firstName), headers)
}

export async function registerPerson(
  origin: string,
  person: RegisterInput,
  headers: Readonly<Record<string, string>> = {},
): Promise<Grower> {
  const { jwt } = await createClient({ origin, headers }).call(signInRoutes.register, { body: person })
  return { ...createClient({ origin, headers, token: jwt }), email: person.email, token: jwt }
}

export function addDevice({ call }: Grower, deviceName: string, more: Partial<DeviceInput> = {}) {
  return call(deviceRoutes.create, { body: { deviceName, ...more } })
}
