import { setTimeout as wait } from 'node:timers/promises'
import { spawnServer, type ServerProcess } from './server-process.ts'
import { PATIENT } from './test-run.ts'

/** A node, which keeps its name and ports across restarts. */
export interface ClusterNode {
  readonly name: string
  /** `worker,jobs`; empty for all roles. */
  readonly roles: string
  /** Its own address, around the proxy. */
  readonly url: string
  readonly port: number
  readonly mqttPort: number
  readonly dataDir: string
  readonly pid: number
  /** Standard error since the last start. */
  errors(): string
  signal(name: NodeJS.Signals): void
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM, as a supervisor does, and returns its exit code. */
  stop(): Promise<number | null>
  /** Resolves when it is ready. Throws with its output when it ends before. */
  start(): Promise<void>
}

interface Options {
  readonly name: string
  readonly roles: string
  readonly port: number
  readonly mqttPort: number
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly under: readonly string[]
  readonly echoErrors: boolean
  readonly logFile?: string | undefined
}

/** Nothing is started yet. */
export function openNode({ name, roles, port, mqttPort, dataDir, env, under, ...output }: Options): ClusterNode {
  let running: ServerProcess | undefined
  let newest: ServerProcess | undefined
  const killWithUs = () => running?.signal('SIGKILL')
  // Registered once for each node, across restarts.
  process.setMaxListeners(100)
  process.on('exit', killWithUs)
  return {
    name,
    roles,
    url: `http://127.0.0.1:${port}`,
    port,
    mqttPort,
    dataDir,
    get pid() {
      return running?.pid ?? 0
    },
    errors: () => newest?.errors() ?? '',
    signal: (which) => running?.signal(which),
    async kill() {
      await running?.kill()
      running = undefined
    },
    async stop() {
      const code = (await running?.stop()) ?? null
      running = undefined
      return code
    },
    async start() {
      if (running) return
      const own = {
        ...(roles === '' ? {} : { NODE_ID: name, ROLES: roles }),
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
      }
      const started = spawnServer({
        dataDir,
        env: { ...env, ...own },
        under,
        ...output,
        ownGroup: true,
      })
      running = started
      newest = started
      try {
        await started.listening
        await untilReady(`http://127.0.0.1:${port}`)
      } catch (error) {
        throw new Error(`${name} did not become ready: ${started.errors()}`, { cause: error })
      }
    },
  }
}

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + PATIENT.timeout
  while (performance.now() < until) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`${url}/readyz is not green`)
}
