import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DeviceOf } from '../boards.ts'
import { registration } from '../world.ts'

const main = join(import.meta.dirname, '../../src/main.ts')

/** The server as people start it, in a process that can be killed. */
export interface RealServer {
  readonly url: string
  readonly mqttPort: number
  /** Ends the process without warning. */
  kill(): Promise<void>
}

interface Spawned {
  /** What it said for people when it was ready; rejects when it ended before. */
  readonly greeting: Promise<string>
  /** Its exit code, null after a kill, and everything it wrote to standard error. */
  readonly ended: Promise<{ code: number | null; complaints: string }>
  kill(): Promise<void>
}

/** Starts the server on the folder and on free ports, and comes back at once. */
export function spawnServer(dataDir: string): Spawned {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0', DATA_DIR: dataDir },
  })
  let [greeting, complaints] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const greeted = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    greeting += text
    if (greeting.includes('mqtt://')) greeted.resolve(greeting)
  })
  const ended = once(child, 'close').then(([code]) => {
    greeted.reject(new Error(`The server ended with ${code}: ${complaints}`))
    return { code: code as number | null, complaints }
  })
  // Whoever only wants to see it end does not wait for the greeting.
  greeted.promise.catch(() => {})
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { greeting: greeted.promise, ended, kill }
}

/** Starts the server and waits until it can be reached. */
export async function startServer(dataDir: string): Promise<RealServer> {
  const { greeting, kill } = spawnServer(dataDir)
  const text = await greeting
  return { url: /http:\S+/.exec(text)?.[0] ?? '', mqttPort: Number(/mqtt:\S+:(\d+)/.exec(text)?.[1]), kill }
}

/** A person who may ask for things, and devices of that person. */
export async function settle(server: RealServer, devices: number): Promise<{ jwt: string; devices: DeviceOf[] }> {
  const { jwt } = (await send(server, '/api/auth/Register', registration('ann'))).body as { jwt: string }
  const made: DeviceOf[] = []
  for (let index = 0; index < devices; index++) {
    const { body } = await send(server, '/api/UserDevice/CreateUserDevice', { deviceName: `House ${index}` }, jwt)
    made.push(body as DeviceOf)
  }
  return { jwt, devices: made }
}

/** Sends a body, or asks when there is none. */
export async function send({ url }: RealServer, path: string, body?: unknown, token?: string) {
  const answer = await fetch(url + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
    },
  })
  const replied: unknown = await answer.json()
  return { status: answer.status, headers: answer.headers, body: replied }
}
