import type { Bus } from './bus/bus.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/schema.ts'
import type { Serve } from './http/serve.ts'
import type { Hub } from './live/hub.ts'
import type { Sockets } from './live/sockets.ts'
import type { Log } from './log.ts'
import type { Outbox } from './mail/outbox.ts'
import type { DeviceConnections } from './mqtt/device-connections.ts'
import type { Passwords } from './secrets/password.ts'
import type { TimeSeries } from '@greenhouse/timeseries'

/** The outside world for every feature, and nothing of another feature. Built once, in app.ts. */
export interface Context {
  readonly config: Config
  readonly db: Db
  readonly timeSeries: TimeSeries
  readonly bus: Bus
  readonly hub: Hub
  readonly sockets: Sockets
  readonly connections: DeviceConnections
  readonly mail: Outbox
  readonly passwords: Passwords
  readonly log: Log
  readonly serve: Serve
  /** Milliseconds since 1970, UTC. The only clock. */
  readonly now: () => number
  /** A new random UUID. */
  readonly newId: () => string
}
