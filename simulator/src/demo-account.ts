export const EMAIL = 'asta@example.org'
export const PASSWORD = 'Sunny&Greenhouse7'

interface DemoDevice {
  readonly deviceId: string
  readonly deviceToken: string
}

/** The account of the demonstration, made and furnished through the API like any other. */
export class DemoAccount {
  readonly #origin: string
  readonly #token: string

  private constructor(origin: string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  static async register(origin: string): Promise<DemoAccount> {
    const person = { firstName: 'Asta', lastName: 'Holm', email: EMAIL, birthday: '1990-05-04', country: 'Denmark' }
    const { jwt } = await send<{ jwt: string }>('POST', `${origin}/api/auth/Register`, {
      ...person,
      password: PASSWORD,
    })
    return new DemoAccount(origin, jwt)
  }

  addDevice(deviceName: string, deviceDescription: string, intervalSeconds: number): Promise<DemoDevice> {
    const body = { deviceName, deviceDescription, waitTime: String(intervalSeconds) }
    return this.post('/api/UserDevice/CreateUserDevice', body)
  }

  post<T>(path: string, body: object): Promise<T> {
    return send('POST', this.#origin + path, body, this.#token)
  }

  patch<T>(path: string, body: object): Promise<T> {
    return send('PATCH', this.#origin + path, body, this.#token)
  }
}

async function send<T>(method: 'POST' | 'PATCH', url: string, body: object, token?: string): Promise<T> {
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
