/** Settings that the starter of a cluster gives its nodes, and those with which its proxy could not reach them. */
const OF_THE_CLUSTER = [
  'HOST',
  'PORT',
  'MQTT_PORT',
  'DATA_DIR',
  'PUBLIC_URL',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'ROLES',
  'NODE_ID',
  'NATS_URL',
  'PARTITIONS',
  'SECRET',
  'TRUST_PROXY',
  'TLS_CERT',
  'TLS_KEY',
  'METRICS_TOKEN',
]

/** Returns the variables of a shell that count for all nodes: all but those that make the cluster. A typo stops the start. */
export function clusterSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const made = new Set(OF_THE_CLUSTER.flatMap((name) => [name, `${name}_FILE`]))
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || made.has(name) ? [] : [[name, value]],
    ),
  )
}
