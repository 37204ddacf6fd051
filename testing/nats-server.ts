import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findNatsServer } from './find-nats.mjs'
import { startProgram, type ChildProgram } from './child-program.ts'
import { freePorts } from './free-ports.ts'
import { PATIENT } from './test-run.ts'

/** One server of NATS. */
export interface NatsServer {
  readonly name: string
  /** `nats://127.0.0.1:4222` */
  readonly url: string
  /** The monitoring endpoint, `http://127.0.0.1:8222`. */
  readonly monitorUrl: string
  readonly pid: number
  /** Sends a signal such as SIGSTOP, if it runs. */
  signal(name: NodeJS.Signals): void
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Removes its storage. It must not run. */
  empty(): void
  /** Resolves when it is healthy on the same files and ports. */
  start(): Promise<void>
}

/** A cluster of NATS servers with JetStream. */
export interface NatsServers {
  readonly servers: readonly NatsServer[]
  /** The value of NATS_URL. */
  readonly url: string
  close(): Promise<void>
}

/** The network of a server, when it is not this machine's. */
export interface NatsHost {
  readonly host: string
  /** A command prefix, such as `ip netns exec` with a name. */
  readonly under: readonly string[]
}

const HERE: NatsHost = { host: '127.0.0.1', under: [] }

/**
 * Starts one server, or three that form a cluster, on free ports of this machine, and waits until they are healthy.
 *
 * @param fsync whether an acknowledgement waits for the disk, as it must where the power can fail
 */
export async function startNats(
  count: 1 | 3 = 1,
  hosts: readonly NatsHost[] = [],
  fsync = false,
): Promise<NatsServers> {
  const program = findNatsServer()
  if (program === undefined) throw new Error('There is no nats-server that is new enough')
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-nats-'))
  const ports = await freePorts(count * 3)
  const placed = Array.from({ length: count }, (_, index) => ({
    ...(hosts[index] ?? HERE),
    name: `nats-${index + 1}`,
    port: ports[index * 3]!,
    route: ports[index * 3 + 1]!,
    monitor: ports[index * 3 + 2]!,
  }))
  const routes = placed.map(({ host, route }) => `nats://${host}:${route}`)
  const servers = placed.map((place) => {
    const config = join(folder, `${place.name}.conf`)
    writeFileSync(config, configOf(place, { folder, routes: count > 1 ? routes : [], fsync }))
    return openServer(program, { ...place, config, store: join(folder, place.name) })
  })
  const close = async () => {
    await Promise.all(servers.map((server) => server.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(servers.map((server) => server.start()))
  } catch (error) {
    await close()
    throw error
  }
  return { servers, url: servers.map(({ url }) => url).join(','), close }
}

interface Place extends NatsHost {
  readonly name: string
  readonly port: number
  readonly route: number
  readonly monitor: number
}

function configOf(
  { name, host, port, route, monitor }: Place,
  where: { folder: string; routes: readonly string[]; fsync: boolean },
): string {
  const cluster = `cluster { name: greenhouse, listen: "${host}:${route}", routes: ${JSON.stringify(where.routes)} }`
  return [
    `server_name: ${name}`,
    `listen: "${host}:${port}"`,
    `http: "${host}:${monitor}"`,
    `jetstream { store_dir: ${JSON.stringify(join(where.folder, name))}, sync_interval: ${where.fsync ? 'always' : '2m'} }`,
    ...(where.routes.length > 0 ? [cluster] : []),
  ].join('\n')
}

function openServer(
  program: string,
  { name, host, under, port, monitor, config, store }: Place & { config: string; store: string },
): NatsServer {
  let running: ChildProgram | undefined
  return {
    name,
    url: `nats://${host}:${port}`,
    monitorUrl: `http://${host}:${monitor}`,
    get pid() {
      return running?.pid ?? 0
    },
    signal: (which) => running?.signal(which),
    kill: async () => running?.end('SIGKILL'),
    empty: () => rmSync(store, { recursive: true, force: true }),
    async start() {
      if (running && !running.isOver()) return
      const started = startProgram([...under, program, '-c', config])
      running = started
      const until = performance.now() + PATIENT.timeout
      while (performance.now() < until && !started.isOver()) {
        const answer = await fetch(`http://${host}:${monitor}/healthz`).catch(() => undefined)
        if (answer?.ok) return
        await wait(50)
      }
      throw new Error(`${name} did not become healthy: ${started.output()}`)
    },
  }
}
