import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DeviceOf } from '../boards.ts'
import { registration } from '../world.ts'

const main = join(import.meta.dirname, '../../src/main.ts')

/** The server as people start it, in a process that can be stopped, starved and killed. */
export interface RealServer extends Spawned {
  readonly url: string
  readonly mqttPort: number
}

interface Spawned {
  /** Of the server, or of the command that it runs under. */
  readonly pid: number
  /** What it said for people when it was ready; rejects when it ended before. */
  readonly greeting: Promise<string>
  /** Its exit code, null after a kill, and everything it wrote to standard error. */
  readonly ended: Promise<{ code: number | null; complaints: string }>
  /** What it wrote to standard error until now. */
  complaints(): string
  /** Sends a signal to the process and to what it runs under. */
  signal(name: NodeJS.Signals): void
  /** Ends the process without warning. */
  kill(): Promise<void>
}

export interface Circumstances {
  /** Settings beside the folder and the free ports. */
  readonly env?: Readonly<Record<string, string>>
  /** The command that runs the server, such as strace with its options. */
  readonly under?: readonly string[]
}

/** Starts the server on the folder and on free ports, and comes back at once. */
export function spawnServer(dataDir: string, { env = {}, under = [] }: Circumstances = {}): Spawned {
  const [command, ...more] = [...under, process.execPath]
  const child = spawn(command, [...more, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      BALLAST_MB: '0',
      ...env,
    },
    // A group of its own, so that a signal reaches what it runs under too.
    detached: under.length > 0,
  })
  const pid = child.pid ?? 0
  let [greeting, complaints] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const greeted = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    greeting += text
    if (greeting.includes('mqtt://')) greeted.resolve(greeting)
  })
  let over = false
  const ended = once(child, 'close').then(([code]) => {
    over = true
    greeted.reject(new Error(`The server ended with ${code}: ${complaints}`))
    return { code: code as number | null, complaints }
  })
  // Whoever only wants to see it end does not wait for the greeting.
  greeted.promise.catch(() => {})
  const signal = (name: NodeJS.Signals) => {
    if (!over) process.kill(under.length > 0 ? -pid : pid, name)
  }
  const kill = async () => {
    signal('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { pid, greeting: greeted.promise, ended, complaints: () => complaints, signal, kill }
}

/** Starts the server and waits until it can be reached. */
export async function startServer(dataDir: string, circumstances?: Circumstances): Promise<RealServer> {
  const spawned = spawnServer(dataDir, circumstances)
  const text = await spawned.greeting
  return { ...spawned, url: /http:\S+/.exec(text)?.[0] ?? '', mqttPort: Number(/mqtt:\S+:(\d+)/.exec(text)?.[1]) }
}

/** An empty folder that is removed when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-fault-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
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
export async function send(
  { url }: Pick<RealServer, 'url'>,
  path: string,
  body?: unknown,
  token?: string,
  more: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(url + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
      ...more,
    },
  })
  const text = await answer.text()
  const replied: unknown = text === '' ? undefined : JSON.parse(text)
  return { status: answer.status, headers: answer.headers, body: replied }
}

/** A number from the metrics. */
export async function gauge({ url }: Pick<RealServer, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^\\S*${name}\\S* (\\S+)$`, 'm').exec(text)?.[1])
}

/** Memory that belongs to the process alone, in megabytes; what it has mapped of files can be taken back at any time. */
export function ownMemory(pid: number): number {
  return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
