import {
  createClient,
  deviceRoutes,
  signInRoutes,
  type Client,
  type DeviceInput,
  type RegisterInput,
} from '@greenhouse/contract'

export const PASSWORD = 'Sprout-42!'

/** A person with an account, and the client that calls the API as this person. */
export interface Grower extends Client {
  readonly email: string
  readonly token: string
}

/** What a device needs to send readings. */
export interface DeviceCredentials {
  readonly deviceId: string
  readonly deviceToken: string
}

/** What somebody of that name sends to register. */
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

/** Registers a person with a server. `headers` go with every request of this person. */
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

/** Adds a device, with an own description or interval where `more` names them. */
export function addDevice({ call }: Grower, deviceName: string, more: Partial<DeviceInput> = {}) {
  return call(deviceRoutes.create, { body: { deviceName, ...more } })
}
