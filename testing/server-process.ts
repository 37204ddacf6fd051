import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDS_WITH_US } from './child-program.ts'

const main = join(import.meta.dirname, '../server/start.mjs')

export interface ServerOptions {
  readonly dataDir: string
  /** Settings beside the folder, and whatever else of the environment the process needs. */
  readonly env?: NodeJS.ProcessEnv
  /** The command that runs the server, such as strace with its options. */
  readonly under?: readonly string[]
  /** Puts the server into a process group of its own, so that Ctrl+C does not reach it. Always so with `under`. */
  readonly ownGroup?: boolean
  /** Writes what the server writes to standard error to our own as well. */
  readonly echoErrors?: boolean
  /** A file to which standard error is appended, also across restarts. */
  readonly logFile?: string | undefined
}

export interface ServerAddress {
  /** `http://127.0.0.1:8080` */
  readonly url: string
  /** 0 where it hears no devices. */
  readonly mqttPort: number
}

/** The server as people start it, in a process that can be stopped, starved and killed. */
export interface ServerProcess {
  /** Of the server, or of the command that it runs under. */
  readonly pid: number
  /** Where it listens, read from what it prints once it does; rejects when it ends before. */
  readonly listening: Promise<ServerAddress>
  /** Its exit code, null after a kill, and everything it wrote to standard error. */
  readonly ended: Promise<{ code: number | null; errors: string }>
  /** What it wrote to standard error until now. */
  errors(): string
  /** Sends a signal to the process and to what it runs under; does nothing once it has ended. */
  signal(name: NodeJS.Signals): void
  /** Ends the process without warning. */
  kill(): Promise<void>
  /** Sends SIGTERM, as a supervisor does, and returns its exit code. */
  stop(): Promise<number | null>
}

/** Port 9 is that of the discard protocol: nobody listens there. */
const NOBODY = 'http://127.0.0.1:9'

/** The environment of the process: on this machine only, with free ports, and asking nobody outside, unless `env` differs. */
export function environmentOf(dataDir: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    PORT: '0',
    MQTT_PORT: '0',
    BALLAST_MB: '0',
    WEATHER_URL: NOBODY,
    GEOCODING_URL: NOBODY,
    // Else half of the work of a test is hashing passwords. Whoever measures the server, or shows it, has the true cost.
    ...(process.env['NODE_ENV'] === 'test' ? { NODE_ENV: 'test', PASSWORD_COST: 'test' } : {}),
    ...env,
    HOST: '127.0.0.1',
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
  // Not everybody waits for it: some only want to see the process end.
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
  // The line of the data comes after both addresses.
  return url && /^ +Data /m.test(greeting) ? { url, mqttPort: Number(mqttPort) } : undefined
}
