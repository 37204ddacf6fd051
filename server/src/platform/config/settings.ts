/** An environment variable that the server reads. */
interface Setting {
  /** As one would write it; none without a value. */
  readonly standard?: string
  /** Markdown, for docs/settings.md. Settings without it are for tests and development. */
  readonly meaning?: string
  /** May be read from a file, and is never printed. */
  readonly isSecret?: true
}

const CLUSTER = '[cluster](scaling.md)'

/** Every setting, in the order of docs/settings.md. */
const SETTINGS = {
  HOST: {
    standard: '127.0.0.1',
    meaning:
      'Address to listen on. `0.0.0.0` opens the server to your network. Without it and `PUBLIC_URL`, an admin can do that in the app.',
  },
  PORT: { standard: '8080', meaning: 'Port of the web app, the API and the live connection.' },
  MQTT_PORT: { standard: '1883', meaning: 'Port of the boards.' },
  DATA_DIR: { standard: './data', meaning: 'Folder of the database, photos, snapshots and secrets.' },
  PUBLIC_URL: {
    meaning:
      "The server's address for people. Needed behind a proxy, and for links in mails, which otherwise lead to the address it listens on.",
  },
  ALLOWED_HOSTS: {
    meaning:
      'Further names of the server: `.example.net` for all names below one, `*` for any. Not needed for addresses, names without a dot or in `.local`, `.lan` and the like, and the name in `PUBLIC_URL`.',
  },
  TRUST_PROXY: { meaning: 'Addresses of the proxy whose `X-Forwarded-For` is trusted.' },
  TLS_CERT: { meaning: 'PEM file of the certificate. With it and `TLS_KEY` the server uses HTTPS and MQTT over TLS.' },
  TLS_KEY: { meaning: 'PEM file of the key of `TLS_CERT`.' },
  REGISTRATION: {
    standard: 'open',
    meaning: 'Who may open an account: `open` anybody, `first` only the first person, `closed` nobody.',
  },
  REGISTRATIONS_PER_DAY: { standard: '50', meaning: 'New accounts a day from one network. `0` for no limit.' },
  REQUIRE_MFA: { standard: 'false', meaning: '`true`: everybody must set up two-step sign-in.' },
  DEVICE_READINGS_PER_SECOND: {
    standard: '1000',
    meaning:
      'Readings a second that one device, hub or broker may send to a process after a backlog of 5,000, and ten times that for all of one person. Faster senders are slowed down. `0` for no limit.',
  },
  SESSION_WRITES_PER_MINUTE: {
    standard: '1200',
    meaning: 'Changes a minute that one session may make in a process. `0` for no limit.',
  },
  USER_STORAGE_MB: {
    meaning:
      'Approximate storage for each person. Photos count by themselves, up to the same. Without it as much as the disk holds.',
  },
  SMTP_URL: {
    meaning: 'Mail server, such as `smtp://user:password@host:587`. Without it mails are written to `DATA_DIR/mail`.',
    isSecret: true,
  },
  MAIL_FROM: { standard: 'greenhouse@localhost', meaning: 'Sender of mails.' },
  ALLOW_PRIVATE_TARGETS: {
    standard: 'false',
    meaning:
      '`true`: members may have the server connect to addresses in private networks, such as to a broker at home.',
  },
  ALLOWED_TARGETS: {
    meaning:
      'Hosts with ports, such as `127.0.0.1:1883,localhost:7480`, to which members may have the server connect on its own machine or in a private network: a broker or ntfy beside it.',
  },
  WEATHER_URL: {
    standard: 'https://api.open-meteo.com',
    meaning: 'Service of forecasts. Only the server calls it, never the browser.',
  },
  GEOCODING_URL: {
    standard: 'https://geocoding-api.open-meteo.com',
    meaning: 'Service that finds places by name. Only the server calls it.',
  },
  NIGHTLY_AT: { standard: '03:00', meaning: "Start of the nightly work, in the server's time zone." },
  BACKUP: { standard: 'on', meaning: '`on` makes a [backup](operations.md#backup) every night, `off` makes none.' },
  BACKUP_DIR: { meaning: 'Folder of the nightly backups and their photos. Without it `DATA_DIR/backups`.' },
  KEEP_READINGS_DAYS: {
    meaning: 'Age in days after which readings, but not their summaries, are removed. Without it they are kept.',
  },
  KEEP_ALERTS_DAYS: { meaning: 'Age in days after which alerts are removed. Without it they are kept.' },
  BALLAST_MB: {
    standard: '64',
    meaning: 'Size of a file in `DATA_DIR` that is deleted when the disk is nearly full. `0` for none.',
  },
  LOG_LEVEL: {
    standard: 'info',
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  },
  METRICS_TOKEN: {
    meaning:
      'At least 24 characters. Requests that carry it may read `/metrics` from anywhere; without it only this machine may.',
    isSecret: true,
  },
  DATABASE_URL: { meaning: 'Address of PostgreSQL, instead of the embedded SQLite.', isSecret: true },
  MIGRATION_DATABASE_URL: {
    meaning: 'Role of PostgreSQL that may change tables, if that of `DATABASE_URL` may not.',
    isSecret: true,
  },
  DATABASE_CONNECTIONS: { standard: '10', meaning: 'Most connections to PostgreSQL that the process opens.' },
  NATS_URL: { meaning: `Addresses of NATS. Makes the process one of a ${CLUSTER}.`, isSecret: true },
  ROLES: {
    standard: 'gateway,worker,web,jobs',
    meaning: `Work of the process in a ${CLUSTER}.`,
  },
  NODE_ID: { meaning: `Name of the process in a ${CLUSTER}. Without it the name of the machine and a random part.` },
  PARTITIONS: { standard: '16', meaning: `Parts into which the readings of a ${CLUSTER} are divided.` },
  SECRET: {
    meaning: 'All keys are derived from it. At least 32 characters. Without it a file in `DATA_DIR`.',
    isSecret: true,
  },
  DRAIN_SECONDS: {
    standard: '0',
    meaning:
      'How long a stopping server still serves while `/readyz` is red, so that proxies send people and devices elsewhere. `5` in a cluster.',
  },
  EXAMPLE_BROADCAST: { standard: 'off' },
  PASSWORD_COST: {},
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

/** Of every name, what `SETTINGS` says of it; the literal types of the table are too narrow to walk it. */
export const settings: ReadonlyArray<readonly [name: SettingName, setting: Setting]> = Object.entries(
  SETTINGS,
) as Array<[SettingName, Setting]>

export const SECRETS: ReadonlySet<string> = new Set(
  settings.flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
)
