import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDS_WITH_US } from './child-program.ts'

const main = join(import.meta.dirname, '../server/start.mjs')

export interface ServerOptions {
  readonly dataDir: string
  readonly env?: NodeJS.ProcessEnv
  /** The command that runs the server, such as strace with its options. */
  readonly under?: readonly string[]
  /** Starts it in its own process group, so that Ctrl+C does not reach it. Implied by `under`. */
  readonly ownGroup?: boolean
  /** Copies standard error of the server to this process. */
  readonly echoErrors?: boolean
  /** Standard error is appended to this file across restarts. */
  readonly logFile?: string | undefined
}

export interface ServerAddress {
  /** `http://127.0.0.1:8080` */
  readonly url: string
  /** 0 without the role gateway. */
  readonly mqttPort: number
}

/** The server in its own process. */
export interface ServerProcess {
  /** Of the server, or of the command around it. */
  readonly pid: number
  /** Its address, from its output; rejects when it ends before. */
  readonly listening: Promise<ServerAddress>
  /** Its exit code, null after a kill, and everything it wrote to standard error. */
  readonly ended: Promise<{ code: number | null; errors: string }>
  /** Standard error until now. */
  errors(): string
  /** Signals the process and the command around it, if they run. */
  signal(name: NodeJS.Signals): void
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM, as a supervisor does, and returns its exit code. */
  stop(): Promise<number | null>
}

/** Port 9 (discard): nobody listens there. */
const NOBODY = 'http://127.0.0.1:9'

/** The environment: only this machine, free ports and no outside services, unless `env` differs. */
export function environmentOf(dataDir: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    PORT: '0',
    MQTT_PORT: '0',
    BALLAST_MB: '0',
    WEATHER_URL: NOBODY,
    GEOCODING_URL: NOBODY,
    // Hashing passwords would be half of the work of a test. Benches and the demonstration keep the real cost.
    ...(process.env['NODE_ENV'] === 'test' ? { NODE_ENV: 'test', PASSWORD_COST: 'test' } : {}),
    ...env,
    // Empty is unset: the same address, and an admin may open the server to the network.
    HOST: env['HOST'] === '' ? '' : '127.0.0.1',
    DATA_DIR: dataDir,
  }
}

/** Starts the server on this machine only, on free ports unless `env` names them, and returns at once. */
export function spawnServer({ dataDir, env, under = [], ownGroup, echoErrors, logFile }: ServerOptions): ServerProcess {
  const [command, ...more] = [...ENDS_WITH_US, ...under, process.execPath, main]
  const detached = ownGroup ?? under.length > 0
  const child = spawn(command, more, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(dataDir, env),
    detached,
  })
  const pid = child.pid ?? 0
  let [greeting, errors] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
    if (echoErrors) process.stderr.write(text)
    if (logFile !== undefined) appendFileSync(logFile, text)
  })
  const greeted = Promise.withResolvers<ServerAddress>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    greeting += text
    const address = addressIn(greeting)
    if (address) greeted.resolve(address)
  })
  let over = false
  const ended = once(child, 'close').then(([code]) => {
    over = true
    greeted.reject(new Error(`The server ended with ${code}: ${errors}`))
    return { code: code as number | null, errors }
  })
  // Some callers only wait for the end of the process.
  greeted.promise.catch(() => {})
  const signal = (name: NodeJS.Signals) => {
    if (!over) process.kill(detached ? -pid : pid, name)
  }
  return {
    pid,
    listening: greeted.promise,
    ended,
    errors: () => errors,
    signal,
    async kill() {
      signal('SIGKILL')
      await ended
    },
    async stop() {
      signal('SIGTERM')
      return (await ended).code
    },
  }
}

function addressIn(greeting: string): ServerAddress | undefined {
  const [, mqttPort = 0] = /mqtt:\S+:(\d+)\s/.exec(greeting) ?? []
  const [url] = /http:\S+/.exec(greeting) ?? []
  // The line about the data folder follows both addresses.
  return url && /^ +Data /m.test(greeting) ? { url, mqttPort: Number(mqttPort) } : undefined
}
