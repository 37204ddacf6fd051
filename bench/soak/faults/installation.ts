import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openNode, type ClusterNode } from '../../../testing/cluster-node.ts'
import { startCluster } from '../../../testing/cluster.ts'
import { freePorts } from '../../../testing/free-ports.ts'
import type { Proxy } from '../../../testing/haproxy.ts'
import type { NatsServers } from '../../../testing/nats-server.ts'
import { startPostgres, type PostgresServer } from '../../../testing/postgres-server.ts'

export interface Installation {
  readonly url: string
  readonly mqttPort: number
  readonly nodes: readonly ClusterNode[]
  /** The nodes with the role web. */
  readonly webs: readonly ClusterNode[]
  readonly postgres: PostgresServer
  readonly cluster: { readonly proxy: Proxy; readonly nats: NatsServers } | undefined
  close(): Promise<void>
}

interface Options {
  readonly env: Readonly<Record<string, string>>
  readonly logs: string
}

export async function openCluster({ env, logs }: Options): Promise<Installation> {
  const cluster = await startCluster({ env, logs })
  const { url, mqttPort, nodes, postgres, nats, proxy, close } = cluster
  if (!postgres || !nats) throw new Error('The cluster has no servers of its own')
  return {
    url,
    mqttPort,
    nodes,
    webs: nodes.filter(({ roles }) => roles === 'web'),
    postgres,
    cluster: { proxy, nats },
    close,
  }
}

export async function openOneProcess({ env, logs }: Options): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-one-process-'))
  const postgres = await startPostgres()
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const node = openNode({
    name: 'server',
    roles: '',
    port,
    mqttPort,
    dataDir: folder,
    env: { DATABASE_URL: await postgres.createDatabase('greenhouse'), ...env },
    under: [],
    echoErrors: false,
    logFile: join(logs, 'server.log'),
  })
  const close = async () => {
    await node.kill()
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await node.start()
  } catch (error) {
    await close()
    throw error
  }
  return { url: node.url, mqttPort, nodes: [node], webs: [node], postgres, cluster: undefined, close }
}
