import { openAlerting, type Alerting } from '../features/alerts/evaluate-rules.ts'
import type { NotificationQueue } from '../features/notifications/notification-queue.ts'
import { RuleFollower } from '../features/alerts/rule-follower.ts'
import type { KnownDevices } from '../features/devices/known-devices.ts'
import { clearConnected } from '../features/devices/device-store.ts'
import type { SeriesRegistry } from '../features/series/series-registry.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { Context } from '../platform/context.ts'
import { openListener, type Listener } from '../platform/mqtt/listener.ts'
import type { ProblemError } from '../platform/problem.ts'
import type { Boards } from '../features/boards/boards.ts'
import type { BoardIntake } from './board-intake-types.ts'
import { openBoardIntake } from './board-intake.ts'
import { openClientServices, type ClientServices } from './client-services.ts'
import { openShares } from './device-shares.ts'
import type { Intake } from './ingest-types.ts'
import { openIngest } from './ingest.ts'
import { mqttDeviceHandler } from './mqtt-device-handler.ts'

/** The state of the store on which the intake of readings depends. */
interface StoreState {
  readonly clock: ClockWatch
  readonly unable: () => ProblemError | undefined
  readonly retention: { readonly readingsFrom: number }
}

/** What is known of the devices that send readings. */
interface Senders {
  readonly devices: KnownDevices
  readonly registry: SeriesRegistry
  readonly boards: Pick<Boards, 'take'>
  /** Tells people of episodes. */
  readonly notifications: NotificationQueue
}

export interface OpenIntake extends Intake, Pick<ClientServices, 'hubShares' | 'refused' | 'seen'> {
  /** What boards of other makers send. */
  readonly boardIntake: BoardIntake
  readonly alerting: Alerting
  readonly rules: RuleFollower
  /** The MQTT port of devices, not listening yet. */
  readonly listener: Listener
  /** Messages of hubs that no decoder knows. */
  readonly unknown: { readonly count: number }
  /** Stores what was sent. */
  close(): Promise<void>
}

/** Builds the intake of readings: the queue before the store, and the MQTT listener. */
export async function openIntake(
  context: Context,
  { clock, unable, retention }: StoreState,
  { devices, registry, boards, notifications }: Senders,
): Promise<OpenIntake> {
  const { config, db, connections, timeSeries } = context
  const alerting = openAlerting({ ...context, notifications })
  const rules = new RuleFollower({ ...context, alerting, devices })
  timeSeries.holdFrom(0, () => rules.stored)
  await rules.open()
  const ingest = openIngest(context, {
    rules,
    devices,
    registry,
    clock,
    unable,
    keptFrom: () => retention.readingsFrom,
  })
  const shares = openShares<number>(config)
  const boardIntake = openBoardIntake(context, { ingest, boards, clock })
  await clearConnected(db)
  const services = openClientServices(context, { ingest, shares, boards: boardIntake })
  const listener = openListener(mqttDeviceHandler(context, services), { devices: connections, tls: config.tls })
  const { refused, unknown, hubShares, seen } = services
  async function close(): Promise<void> {
    await ingest.close()
    await refused.write()
  }
  return { ingest, shares, hubShares, seen, boardIntake, listener, alerting, rules, refused, unknown, close }
}
