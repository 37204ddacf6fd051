/** Settings that the starter of a cluster makes itself, and those that would cut off its proxy. */
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

/** Returns the settings of the shell for all nodes. A typo prevents the start. */
export function clusterSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const made = new Set(OF_THE_CLUSTER.flatMap((name) => [name, `${name}_FILE`]))
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || made.has(name) ? [] : [[name, value]],
    ),
  )
}
