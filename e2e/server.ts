import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const START_MS = 15_000

/** The real server in a process of its own, on free ports and a temporary folder. */
export interface RunningServer {
  readonly url: string
  readonly mqttPort: number
  readonly dataDir: string
  /** Of the process that runs now. */
  readonly pid: number
  /** Ends the process without warning and starts it again on the same folder and ports. */
  restart(): Promise<void>
  kill(): Promise<void>
  /** Asks the process to end, as a supervisor does, and waits; the answer is its exit code. */
  stop(): Promise<number | null>
  start(): Promise<void>
  /** Ends the process and removes the folder. */
  close(): Promise<void>
}

/** Starts on a new folder, or on one that is given and then kept. */
export async function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const given = environment['DATA_DIR']
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'greenhouse-e2e-'))
  const [port, mqttPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const start = async () => {
    child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        LOG_LEVEL: 'error',
        ...environment,
        DATA_DIR: dataDir,
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
        BALLAST_MB: '0',
      },
    })
    await ready(url, child)
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = (await gone) as [number | null]
    return code
  }
  await start()
  return {
    url,
    mqttPort,
    dataDir,
    get pid() {
      return child?.pid ?? 0
    },
    start,
    kill,
    stop,
    async restart() {
      await kill()
      await start()
    },
    async close() {
      await kill()
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_MS
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error('The server did not become ready')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
