import { openAlerting, type Alerting } from '../features/alerts/evaluate-rules.ts'
import { RuleFollower } from '../features/alerts/rule-follower.ts'
import type { KnownDevices } from '../features/devices/known-devices.ts'
import { clearConnected } from '../features/devices/device-store.ts'
import type { SeriesRegistry } from '../features/series/series-registry.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { Context } from '../platform/context.ts'
import { openListener, type Listener } from '../platform/mqtt/listener.ts'
import { storeDamaged, storeFull } from '../platform/problem.ts'
import { openDeviceShares } from './device-shares.ts'
import type { Intake } from './ingest-types.ts'
import { openIngest } from './ingest.ts'
import { mqttDeviceHandler } from './mqtt-device-handler.ts'

/** The state of the store on which the intake of readings depends. */
interface StoreState {
  readonly clock: ClockWatch
  /** Undefined where the disk is not watched. */
  readonly disk: { readonly isFull: boolean } | undefined
  readonly isDamaged: () => boolean
  readonly retention: { readonly readingsFrom: number }
}

/** What is known of the devices that send readings. */
interface Senders {
  readonly devices: KnownDevices
  readonly registry: SeriesRegistry
}

export interface OpenIntake extends Intake {
  readonly alerting: Alerting
  readonly rules: RuleFollower
  /** The MQTT port of devices, not listening yet. */
  readonly listener: Listener
}

/** Builds the intake of readings: the queue before the store, and the MQTT listener. */
export async function openIntake(
  context: Context,
  { clock, disk, isDamaged, retention }: StoreState,
  { devices, registry }: Senders,
): Promise<OpenIntake> {
  const { config, db, connections, timeSeries } = context
  const alerting = openAlerting(context)
  const rules = new RuleFollower({ ...context, alerting, devices })
  timeSeries.holdFrom(() => rules.stored)
  await rules.open()
  const ingest = openIngest(context, {
    rules,
    devices,
    registry,
    clock,
    unable() {
      if (isDamaged()) return storeDamaged()
      return disk?.isFull ? storeFull() : undefined
    },
    keptFrom: () => retention.readingsFrom,
  })
  const shares = openDeviceShares(config)
  await clearConnected(db)
  const listener = openListener(mqttDeviceHandler(context, { ingest, shares }), {
    devices: connections,
    tls: config.tls,
  })
  return { ingest, shares, listener, alerting, rules }
}
