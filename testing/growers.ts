import {
  createClient,
  deviceRoutes,
  householdRoutes,
  invitationRoutes,
  signInRoutes,
  type Client,
  type DeviceInput,
  type Household,
  type InvitationInput,
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

/** Has a person join the household of another by an invitation. Returns it as the person sees it. */
export async function join(owner: Grower, person: Grower, role: InvitationInput['role']): Promise<Household> {
  const [household] = await owner.call(householdRoutes.list)
  const params = { householdId: household?.householdId ?? '' }
  const { url } = await owner.call(invitationRoutes.create, { params, body: { role } })
  return person.call(invitationRoutes.join, { params: { token: url.split('/').at(-1) ?? '' } })
}
