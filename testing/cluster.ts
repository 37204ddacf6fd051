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
  /** Where each server of NATS runs. */
  readonly natsHosts?: readonly NatsHost[]
  /** Settings of all nodes. */
  readonly env?: Readonly<Record<string, string>>
  /** Settings of single nodes. */
  readonly envOf?: (node: string) => Readonly<Record<string, string>>
  /** Roles that differ from the name of the node. */
  readonly rolesOf?: (node: string) => string | undefined
  /** The command that runs a node, such as strace with its options. */
  readonly underOf?: (node: string) => readonly string[]
  /** An existing empty database to use. */
  readonly databaseUrl?: string
  /** Existing servers of NATS to use. */
  readonly natsUrl?: string
  /** Whether a commit of PostgreSQL and an append of NATS wait for the disk. */
  readonly fsync?: boolean
  readonly echoErrors?: boolean
  /** A folder for a log of each node. */
  readonly logs?: string
}

/** A cluster on this machine, whose parts can be stopped, paused and restarted by name. */
export interface Cluster {
  readonly url: string
  /** Of the proxy. */
  readonly mqttPort: number
  readonly databaseUrl: string
  readonly natsUrl: string
  readonly metricsToken: string
  readonly nodes: readonly ClusterNode[]
  readonly proxy: Proxy
  /** Undefined with an existing database. */
  readonly postgres: PostgresServer | undefined
  readonly nats: NatsServers | undefined
  /** Returns `gateway-1`, `worker-2`, `web-1`; throws for an unknown name. */
  node(name: string): ClusterNode
  /** Stops everything and removes its files. */
  close(): Promise<void>
}

/** Missing programs, by the names of Debian's packages. */
export function missingPackages(): string[] {
  return [
    ...(findPostgres() === undefined ? ['postgresql'] : []),
    ...(findNatsServer() === undefined ? ['nats-server (2.12.3 or newer)'] : []),
    ...(findHaproxy() === undefined ? ['haproxy'] : []),
  ]
}

/** Resolves when all nodes are ready; a failed start stops every part. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const started: Array<() => unknown> = []
  const close = async () => {
    // Later parts depend on earlier ones.
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
    // By name: a passkey belongs to a name, not to an IP address.
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

/** Starts one node, which creates the tables and streams, then the others. */
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
