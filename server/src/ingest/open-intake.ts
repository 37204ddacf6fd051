import { openAlerting, type Alerting } from '../features/alerts/evaluator/evaluate-rules.ts'
import type { NotificationQueue } from '../features/alerts/notification-queue.ts'
import { openRuleWork, type RuleWork } from '../features/alerts/evaluator/rule-work.ts'
import type { KnownDevices } from '../features/devices/known-devices.ts'
import { clearConnected } from '../features/devices/presence-store.ts'
import type { SeriesRegistry } from '../features/series/registry/series-registry.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { Context } from '../platform/context.ts'
import { openProxyCheck } from '../platform/http/trusted-proxy.ts'
import { openListener, type Listener } from '../platform/mqtt/listener.ts'
import type { Gate } from '../platform/http/serve.ts'
import type { ProblemError } from '../platform/problem.ts'
import type { TimeSeries, AppendedGroup } from '@greenhouse/timeseries'
import type { Boards } from '../features/boards/boards.ts'
import type { BoardIntake } from './boards/board-intake-types.ts'
import type { AnnouncedFacts } from './boards/announced.ts'
import { openBoardIntake } from './boards/board-intake.ts'
import { NO_TRACING, type Tracing } from '../platform/tracing/tracing.ts'
import { openConsume } from './publish/consume.ts'
import { openClientServices, type ClientServices } from './mqtt/client-services.ts'
import { CLUSTER_LIMITS, LIMITS, type Consume, type Ingest, type Intake } from './ingest-types.ts'
import { openIngest } from './ingest.ts'
import { costOfEvaluations } from './message-cost.ts'
import { MessageShares } from './message-shares.ts'
import { mqttDeviceHandler } from './mqtt/mqtt-device-handler.ts'

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
  readonly announced: AnnouncedFacts
  /** Admits devices and hubs by their tokens. */
  readonly admitBoard: Gate['board']
  /** Tells people of episodes. */
  readonly notifications: NotificationQueue
  readonly tracing?: Tracing
}

export interface OpenIntake extends Intake, Pick<ClientServices, 'refused' | 'seen'> {
  /** What boards of other makers send. */
  readonly boardIntake: BoardIntake
  readonly alerting: Alerting
  readonly rules: RuleWork
  /** Takes the groups that other processes have appended. */
  readonly consume: Consume
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
  { announced, devices, registry, boards, admitBoard, notifications, tracing = NO_TRACING }: Senders,
): Promise<OpenIntake> {
  const { config, db, connections, timeSeries } = context
  const shares = new MessageShares(config)
  const alerting = openAlerting({ ...context, notifications })
  const onEvaluated = (userId: string, evaluations: number) =>
    shares.chargePerson(userId, costOfEvaluations(evaluations))
  const rules = await openRuleWork({ ...context, alerting, devices, onEvaluated })
  for (const partition of timeSeries.owned()) await rules.begin(partition)
  const traced = traceEngine(tracing, { timeSeries, rules })
  const consume = tracing.followed(
    'readings.followed',
    openConsume(context, { devices, registry, rules: traced.rules }),
  )
  const opened = openIngest(
    { ...context, timeSeries: traced.timeSeries },
    {
      consume,
      limits: config.natsUrl === null ? LIMITS : CLUSTER_LIMITS,
      devices,
      registry,
      clock,
      unable,
      keptFrom: () => retention.readingsFrom,
    },
  )
  const ingest = traceIngest(tracing, opened)
  const boardIntake = openBoardIntake(context, { announced, ingest, boards, clock, shares })
  await clearConnected(db, config.natsUrl === null ? null : config.nodeId)
  const services = openClientServices(context, { ingest, shares, boards: boardIntake })
  const listener = openListener(mqttDeviceHandler(context, services, admitBoard), {
    devices: connections,
    tls: config.tls,
    isProxy: openProxyCheck(config.trustProxy),
  })
  const { refused, unknown, seen, presence } = services
  async function close(): Promise<void> {
    presence.close()
    await ingest.close()
    await refused.write()
  }
  return { ingest, shares, seen, boardIntake, listener, alerting, rules, consume, refused, unknown, close }
}

/** Traces what becomes of groups: their commit, and the rules. */
function traceEngine(
  tracing: Tracing,
  { timeSeries, rules }: { timeSeries: TimeSeries; rules: Pick<RuleWork, 'consume'> },
) {
  if (tracing === NO_TRACING) return { timeSeries, rules }
  return {
    timeSeries: { ...timeSeries, append: tracing.appended((entries) => timeSeries.append(entries)) },
    rules: { consume: tracing.followed('rules.evaluated', (group: AppendedGroup) => rules.consume(group)) },
  }
}

/** Traces messages from when they come until they are acknowledged. */
function traceIngest(tracing: Tracing, opened: Ingest): Ingest {
  if (tracing === NO_TRACING) return opened
  return {
    ...opened,
    ingest: tracing.received('reading.received', opened.ingest),
    ingestReadings: tracing.received('reading.received', opened.ingestReadings),
  }
}
