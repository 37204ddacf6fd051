import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startRunningCluster } from './running-cluster.ts'
import { startOpenMeteo, type FakeOpenMeteo } from './open-meteo.ts'
import { ON_CLUSTER } from './on-cluster.ts'
import { spawnServer, type ServerAddress, type ServerProcess } from './server-process.ts'
import { PATIENT } from './test-run.ts'

/** A server that can be stopped and restarted on the same folder and ports. */
export interface RunningServer extends ServerAddress {
  readonly dataDir: string
  /** Its weather service, unless other addresses are given. */
  readonly weather: FakeOpenMeteo
  readonly pid: number
  /** Runs SQL that SQLite and PostgreSQL share, without parameters, and returns its rows, where the API would be too slow. */
  query(statement: string): Promise<Array<Record<string, unknown>>>
  /** Restarts it after SIGKILL. */
  restart(): Promise<void>
  kill(): Promise<void>
  /** Sends SIGTERM, as a supervisor does, and returns its exit code. */
  stop(): Promise<number | null>
  start(): Promise<void>
  /** Stops it and removes the folder, unless that was given. */
  close(): Promise<void>
}

/**
 * Starts a server on a new folder, or on the `DATA_DIR` that is given, and waits until it is ready. With TEST_CLUSTER in the
 * environment it is a cluster of small processes.
 *
 * @param under the command that runs the server, such as strace with its options
 */
export async function startServer(
  environment: Record<string, string> = {},
  under: readonly string[] = [],
): Promise<RunningServer> {
  if (ON_CLUSTER && under.length === 0) return startRunningCluster(environment)
  const given = environment['DATA_DIR']
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'greenhouse-server-'))
  const weather = await startOpenMeteo()
  const weatherAddresses = { WEATHER_URL: weather.url, GEOCODING_URL: weather.url }
  const begin = async (ports: Record<string, string>): Promise<[ServerProcess, ServerAddress]> => {
    const freePorts = { PORT: '0', MQTT_PORT: '0' }
    const env = { ...process.env, ...freePorts, LOG_LEVEL: 'error', ...weatherAddresses, ...environment, ...ports }
    const started = spawnServer({ dataDir, env, under, echoErrors: true })
    try {
      return [started, await untilReady(started)]
    } catch (error) {
      await started.kill()
      throw error
    }
  }
  let [server, address] = await begin({})
  const start = async () => {
    const ports = { PORT: new URL(address.url).port, MQTT_PORT: String(address.mqttPort) }
    ;[server, address] = await begin(ports)
  }
  return {
    ...address,
    dataDir,
    weather,
    get pid() {
      return server.pid
    },
    async query(statement) {
      const database = new DatabaseSync(join(dataDir, 'greenhouse.db'), { timeout: 5000 })
      try {
        return database.prepare(statement).all()
      } finally {
        database.close()
      }
    },
    start,
    kill: () => server.kill(),
    stop: () => server.stop(),
    async restart() {
      await server.kill()
      await start()
    },
    async close() {
      await server.kill()
      weather.close()
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Resolves when the server is ready. Throws when it ends before, or takes longer than PATIENT. */
export async function untilReady(server: ServerProcess): Promise<ServerAddress> {
  const until = performance.now() + PATIENT.timeout
  const late = new Error('The server did not become ready')
  const address = await Promise.race([
    server.listening,
    wait(PATIENT.timeout, undefined, { ref: false }).then(() => Promise.reject(late)),
  ])
  while (performance.now() < until) {
    const answer = await fetch(`${address.url}/readyz`).catch(() => undefined)
    if (answer?.ok) return address
    await wait(50)
  }
  throw late
}
