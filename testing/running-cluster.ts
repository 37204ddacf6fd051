import { randomUUID } from 'node:crypto'
import { startAll, startCluster } from './cluster.ts'
import { startOpenMeteo } from './open-meteo.ts'
import { runPsql, startPostgres, type PostgresServer } from './postgres-server.ts'
import type { RunningServer } from './running-server.ts'

/** Few, since each stream takes time at every start. */
const PARTITIONS = 4

/** Shared by all clusters of this process. */
let own: Promise<PostgresServer> | undefined

/**
 * Starts two web nodes, a gateway and a worker behind a proxy, with their own database and NATS. Kill, stop and start affect
 * all nodes; the proxy stays.
 */
export async function startRunningCluster(environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  const weather = await startOpenMeteo()
  const { databaseUrl, drop } = await makeDatabase()
  const cluster = await startCluster({
    partitions: PARTITIONS,
    gateways: 1,
    workers: 1,
    webs: 2,
    nats: 1,
    databaseUrl,
    // All nodes stop, so there is none to drain to.
    env: { DRAIN_SECONDS: '0', WEATHER_URL: weather.url, GEOCODING_URL: weather.url, ...environment },
    echoErrors: true,
  })
  const { nodes, url, mqttPort, proxy } = cluster
  const [worker] = nodes
  if (!worker) throw new Error('A cluster has a worker')
  const kill = async () => void (await Promise.all(nodes.map((node) => node.kill())))
  const start = async () => {
    await startAll(nodes)
    await proxy.untilUp(nodes.map(({ name }) => name))
  }
  return {
    url,
    mqttPort,
    dataDir: worker.dataDir,
    weather,
    get pid() {
      return worker.pid
    },
    query: async (statement) => queryPostgres(databaseUrl, statement),
    kill,
    async stop() {
      const codes = await Promise.all(nodes.map((node) => node.stop()))
      return codes.find((code) => code !== 0) ?? 0
    },
    start,
    async restart() {
      await kill()
      await start()
    },
    async close() {
      await cluster.close()
      weather.close()
      await drop()
    },
  }
}

function queryPostgres(databaseUrl: string, statement: string): Array<Record<string, unknown>> {
  if (!/^\s*select/i.test(statement)) {
    runPsql(databaseUrl, statement)
    return []
  }
  return JSON.parse(runPsql(databaseUrl, `select coalesce(json_agg(found), '[]') from (${statement}) found`))
}

async function makeDatabase(): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '_')}`
  const given = process.env['TEST_DATABASE_URL']
  if (given === undefined) {
    own ??= startPostgres({ connections: 500 })
    const postgres = await own
    return { databaseUrl: await postgres.createDatabase(name), drop: () => postgres.dropDatabase(name) }
  }
  runPsql(given, `create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { databaseUrl: url.href, drop: async () => void runPsql(given, `drop database ${name} with (force)`) }
}
