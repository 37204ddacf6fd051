import type { UnknownTokens } from '../features/boards/unknown-tokens.ts'
import type { RuleWork } from '../features/alerts/evaluator/rule-work.ts'
import type { KnownDevices } from '../features/devices/known-devices.ts'
import { clearConnected } from '../features/devices/presence-store.ts'
import type { SeriesRegistry } from '../features/series/registry/series-registry.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { Context } from '../platform/context.ts'
import { openProxyCheck } from '../platform/http/trusted-proxy.ts'
import { openListener, type Listener } from '../platform/mqtt/listener.ts'
import type { Gate } from '../platform/http/serve.ts'
import type { Ownership } from '../platform/ownership.ts'
import type { ProblemError } from '../platform/problem.ts'
import type { Boards } from '../features/boards/boards.ts'
import type { BoardIngest } from './boards/board-ingest-types.ts'
import type { AnnouncedFacts } from './boards/announced.ts'
import { openBoardIngest } from './boards/board-ingest.ts'
import { NO_TRACING, type Tracing } from '../platform/tracing/tracing.ts'
import { consumeReplicated, openConsume } from './publish/consume.ts'
import { openClientServices, type ClientServices } from './mqtt/client-services.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { BatchLimits } from '../platform/batch-queue.ts'
import type { Ingest, MeteredIngest } from './ingest-types.ts'
import { openIngest } from './ingest.ts'
import type { MessageRateLimits } from './message-rate-limits.ts'
import { mqttDeviceHandler } from './mqtt/mqtt-device-handler.ts'

/** The state of the store on which the intake of readings depends. */
interface StoreState {
  readonly clock: ClockWatch
  readonly unable: () => ProblemError | undefined
  readonly retention: { readonly readingsFrom: number }
}

/** Devices, series and boards that send readings. */
interface Senders {
  readonly devices: KnownDevices
  readonly registry: SeriesRegistry
  readonly boards: Pick<Boards, 'receive'>
  readonly announced: AnnouncedFacts
  /** Admits devices and hubs by their tokens. */
  readonly admitBoard: Gate['board']
  readonly unknownTokens: UnknownTokens
  readonly tracing?: Tracing
}

/** How the log of readings is filled, and which of its followers are in this process. */
interface LogParts {
  readonly ownership: Pick<Ownership, 'appended'>
  readonly rules: Pick<RuleWork, 'consume'>
  readonly rateLimits: MessageRateLimits
  readonly limits: BatchLimits
  /** The process to which devices are connected; null when there is one. */
  readonly nodeId: string | null
}

export interface BuiltIngest extends MeteredIngest, Pick<ClientServices, 'refused' | 'seen'> {
  /** Ingests messages of other makers' boards. */
  readonly boardIngest: BoardIngest
  /** The MQTT port of devices, not listening yet. */
  readonly listener: Listener
  /** Messages of hubs that no decoder knows. */
  readonly unknown: { readonly count: number }
  /** Stores what was sent. */
  close(): Promise<void>
}

/** Builds the intake of readings: the queue before the store, and the MQTT listener. */
export async function buildIngest(
  context: Context,
  { clock, unable, retention }: StoreState,
  { announced, devices, registry, boards, admitBoard, unknownTokens, tracing = NO_TRACING }: Senders,
  { ownership, rules, rateLimits, limits, nodeId }: LogParts,
): Promise<BuiltIngest> {
  const { config, db, connections, log, timeSeries } = context
  const consume = tracing.followed('readings.followed', openConsume(context, { devices, registry, rules }))
  ownership.appended(consumeReplicated(consume, log))
  const opened = openIngest(
    { ...context, timeSeries: traceAppends(tracing, timeSeries) },
    {
      consume,
      limits,
      devices,
      registry,
      clock,
      unable,
      keptFrom: () => retention.readingsFrom,
    },
  )
  const ingest = traceIngest(tracing, opened)
  const boardIngest = openBoardIngest(context, { announced, ingest, boards, clock, rateLimits })
  await clearConnected(db, nodeId)
  const services = openClientServices(context, { ingest, rateLimits, boards: boardIngest, unknownTokens }, nodeId ?? '')
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
  return { ingest, rateLimits, seen, boardIngest, listener, refused, unknown, close }
}

function traceAppends(tracing: Tracing, timeSeries: TimeSeries): TimeSeries {
  if (tracing === NO_TRACING) return timeSeries
  return { ...timeSeries, append: tracing.appended((entries) => timeSeries.append(entries)) }
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
