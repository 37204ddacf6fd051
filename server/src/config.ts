/** The environment, checked and typed. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly mqttPort: number
  readonly dataDir: string
  /** Where people reach the server, without a slash at the end; null when it was not said. */
  readonly publicUrl: string | null
  /** PostgreSQL; null for SQLite in dataDir. */
  readonly databaseUrl: string | null
  readonly logLevel: string
  readonly registrationOpen: boolean
  /** Addresses of the proxy whose X-Forwarded-For is believed; false for none. */
  readonly trustProxy: false | string[]
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  /** Development only: POST /ExampleBroadcast. */
  readonly exampleBroadcast: boolean
}
