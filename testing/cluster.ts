import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openNode, type ClusterNode } from './cluster-node.ts'
import { freePorts } from './free-ports.ts'
import { findHaproxy, proxyPlace, startProxy, type Proxy } from './haproxy.ts'
import { findNatsServer } from './find-nats.mjs'
import { startNats, type NatsHost, type NatsServers } from './nats-server.ts'
import { findPostgres, startPostgres, type PostgresServer } from './postgres-server.ts'

export interface ClusterOptions {
  readonly partitions?: number
  readonly gateways?: number
  readonly workers?: number
  readonly webs?: number
  readonly nats?: 1 | 3
  /** Where the servers of NATS run, in their order. */
  readonly natsHosts?: readonly NatsHost[]
  /** Settings of all nodes. */
  readonly env?: Readonly<Record<string, string>>
  /** Settings of one node beside those of all. */
  readonly envOf?: (node: string) => Readonly<Record<string, string>>
  /** Roles of a node in place of those that its name says. */
  readonly rolesOf?: (node: string) => string | undefined
  /** The command that runs a node, such as strace with its options. */
  readonly underOf?: (node: string) => readonly string[]
  /** An empty database to use, instead of a PostgreSQL of its own. */
  readonly databaseUrl?: string
  /** NATS to use, instead of servers of its own. */
  readonly natsUrl?: string
  /** Whether a commit of PostgreSQL and an append of NATS wait for the disk. */
  readonly fsync?: boolean
  readonly echoErrors?: boolean
  /** A folder for a log of each node. */
  readonly logs?: string
}

/** A whole cluster on this machine. Its parts can be ended, paused and started again by name. */
export interface Cluster {
  /** Of the proxy, as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Of the proxy. */
  readonly mqttPort: number
  readonly databaseUrl: string
  readonly natsUrl: string
  /** The token that shows the metrics of each node. */
  readonly metricsToken: string
  readonly nodes: readonly ClusterNode[]
  readonly proxy: Proxy
  /** Undefined where another one was given. */
  readonly postgres: PostgresServer | undefined
  readonly nats: NatsServers | undefined
  /** `gateway-1`, `worker-2`, `web-1`. @throws when there is none of that name */
  node(name: string): ClusterNode
  /** Ends everything that was started, and removes its files. */
  close(): Promise<void>
}

/** What is missing on this machine to run a cluster, by the names of Debian's packages. */
export function missingPackages(): string[] {
  return [
    ...(findPostgres() === undefined ? ['postgresql'] : []),
    ...(findNatsServer() === undefined ? ['nats-server (2.12.3 or newer)'] : []),
    ...(findHaproxy() === undefined ? ['haproxy'] : []),
  ]
}

/**
 * Starts PostgreSQL, NATS, the nodes of each role and the proxy on free ports, and waits until all of them are ready. What
 * was started ends when the start fails.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const started: Array<() => unknown> = []
  const close = async () => {
    // What was started last depends on what was started before.
    for (const end of started.splice(0).toReversed()) await end()
  }
  try {
    return { ...(await start(options, started)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(options: ClusterOptions, started: Array<() => unknown>): Promise<Omit<Cluster, 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-cluster-'))
  started.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres =
    options.databaseUrl === undefined ? await startPostgres({ fsync: options.fsync ?? false }) : undefined
  started.push(() => postgres?.close())
  const nats =
    options.natsUrl === undefined ? await startNats(options.nats ?? 3, options.natsHosts, options.fsync) : undefined
  started.push(() => nats?.close())
  const databaseUrl = options.databaseUrl ?? (await postgres?.createDatabase('greenhouse')) ?? ''
  const natsUrl = options.natsUrl ?? nats?.url ?? ''
  const place = await proxyPlace()
  const metricsToken = randomBytes(24).toString('hex')
  const common = {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    PARTITIONS: String(options.partitions ?? 16),
    SECRET: randomBytes(32).toString('hex'),
    METRICS_TOKEN: metricsToken,
    // By name: a passkey belongs to a name, never to a number.
    PUBLIC_URL: `http://localhost:${place.httpPort}`,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...options.env,
  }
  const nodes = await openNodes(options, { folder, common })
  started.push(() => Promise.all(nodes.map((node) => node.kill())))
  await startAll(nodes)
  const proxy = await startProxy({ gateways: nodes.filter(has('gateway')), webs: nodes.filter(has('web')) }, place)
  started.push(proxy.close)
  await proxy.untilUp(nodes.map(({ name }) => name))
  const node = (name: string) => {
    const found = nodes.find((one) => one.name === name)
    if (!found) throw new Error(`There is no node ${name}`)
    return found
  }
  return {
    url: proxy.url,
    mqttPort: place.mqttPort,
    databaseUrl,
    natsUrl,
    metricsToken,
    nodes,
    proxy,
    postgres,
    nats,
    node,
  }
}

const has =
  (role: string) =>
  ({ roles }: ClusterNode) =>
    roles.includes(role)

/** Starts one node, which makes the tables and the streams, and then the others. */
export async function startAll([first, ...others]: readonly ClusterNode[]): Promise<void> {
  await first?.start()
  await Promise.all(others.map((node) => node.start()))
}

async function openNodes(
  { workers = 2, gateways = 2, webs = 2, ...options }: ClusterOptions,
  { folder, common }: { folder: string; common: Readonly<Record<string, string>> },
): Promise<ClusterNode[]> {
  const named = (kind: string, roles: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${kind}-${index + 1}`, roles }))
  const wanted = [
    ...named('worker', 'worker,jobs', workers),
    ...named('gateway', 'gateway', gateways),
    ...named('web', 'web', webs),
  ]
  const ports = await freePorts(wanted.length * 2)
  return wanted.map(({ name, roles }, index) =>
    openNode({
      name,
      roles: options.rolesOf?.(name) ?? roles,
      port: ports[index * 2] ?? 0,
      mqttPort: ports[index * 2 + 1] ?? 0,
      dataDir: join(folder, name),
      env: { ...common, ...options.envOf?.(name) },
      under: options.underOf?.(name) ?? [],
      echoErrors: options.echoErrors ?? false,
      logFile: options.logs === undefined ? undefined : join(options.logs, `${name}.log`),
    }),
  )
}
