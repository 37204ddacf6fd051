import { connectAsync, type MqttClient } from 'mqtt'
import type { Page } from 'playwright-core'

export const PASSWORD = 'Gr33nhouse!leaf'

export interface Grower {
  readonly email: string
  readonly token: string
  /** Makes a call of the API and answers its JSON. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
}

export interface AddedDevice {
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceToken: string
}

/** Registers a person with a server over its API. */
export async function register(url: string, firstName = 'Asta'): Promise<Grower> {
  const email = `${firstName.toLowerCase()}@example.org`
  const person = { firstName, lastName: 'Holm', email, birthday: '1990-05-04', country: 'Denmark', password: PASSWORD }
  const { jwt } = await send<{ jwt: string }>(url, 'POST', '/api/auth/Register', { body: person })
  return { email, token: jwt, call: (method, path, body) => send(url, method, path, { body, token: jwt }) }
}

export function addDevice(grower: Grower, deviceName: string, more: object = {}): Promise<AddedDevice> {
  return grower.call('POST', '/api/UserDevice/CreateUserDevice', { deviceName, ...more })
}

/** Sends readings as a board without MQTT would. */
export function sendReadings(url: string, device: AddedDevice, readings: object[]): Promise<unknown> {
  return send(url, 'POST', '/api/readings', { body: readings, token: device.deviceToken })
}

/** A board that speaks MQTT. */
export function connectBoard(mqttPort: number, { deviceId, deviceToken }: AddedDevice): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: deviceId,
    username: deviceToken,
    password: deviceToken,
  })
}

/** Opens a page as somebody who signed in here before. */
export async function openAs(page: Page, grower: Grower, path: string): Promise<void> {
  await page.addInitScript((token) => localStorage.setItem('greenhouse.token', token), grower.token)
  await page.goto(path)
}

async function send<T>(
  url: string,
  method: string,
  path: string,
  { body, token }: { body?: unknown; token?: string },
): Promise<T> {
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
