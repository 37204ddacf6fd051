// Runs a whole cluster on this machine until Ctrl+C, for a look at it and for trying what happens when a part ends.
import { parseArgs } from 'node:util'
import { clusterSettings } from './cluster-settings.ts'
import { missingPackages, startCluster, type Cluster } from '../testing/cluster.ts'

const { values } = parseArgs({
  options: {
    partitions: { type: 'string', default: '16' },
    gateways: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    webs: { type: 'string', default: '2' },
  },
})

const missing = missingPackages()
if (missing.length > 0) {
  console.error(
    `A cluster needs programs that are missing here, by the names of Debian's packages: ${missing.join(', ')}`,
  )
  process.exit(1)
}

const stopped = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.resolve())

console.log('Starting PostgreSQL, NATS, the nodes and the proxy …')
const cluster = await startCluster({
  partitions: numberOf('partitions'),
  gateways: numberOf('gateways'),
  workers: numberOf('workers'),
  webs: numberOf('webs'),
  // The settings of the shell count for all nodes, except those that make it a cluster.
  env: clusterSettings(process.env),
  echoErrors: true,
})
try {
  console.log(greetingOf(cluster))
  await stopped.promise
  console.log('\nStopping …')
} finally {
  await cluster.close()
}
process.exit(0)

function numberOf(name: keyof typeof values): number {
  const count = Number(values[name])
  if (Number.isInteger(count) && count > 0) return count
  console.error(`--${name} is a whole number from 1.`)
  process.exit(2)
}

function greetingOf({ url, mqttPort, nodes, nats, databaseUrl, metricsToken, proxy, postgres }: Cluster): string {
  const processes = [
    ...nodes.map((node) => [node.name, `process ${node.pid}`, node.url]),
    ...(nats?.servers ?? []).map((server) => [server.name, `process ${server.pid}`, server.url]),
    ['PostgreSQL', `process ${postgres?.pid}`, databaseUrl],
    ['HAProxy', `process ${proxy.pid}`, url],
  ]
  return [
    '\n  Greenhouse is running as a cluster.\n',
    `  Open it   ${url}`,
    `  Devices   mqtt://127.0.0.1:${mqttPort}`,
    '  Data      in a temporary folder: it ends with the cluster\n',
    ...processes.map(([name = '', id = '', where]) => `  ${name.padEnd(12)}${id.padEnd(18)}${where}`),
    `\n  Kill one and watch: kill -9 <process>. Each node shows its state at /readyz and, with the header`,
    `  "authorization: ${metricsToken}", its figures at /metrics.`,
    '  Ctrl+C stops all.\n',
  ].join('\n')
}
