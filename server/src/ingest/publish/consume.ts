import type { RuleWork } from '../../features/alerts/evaluator/rule-work.ts'
import type { DevicesByKey, KnownDevices } from '../../features/devices/known-devices.ts'
import type { SeriesRegistry } from '../../features/series/registry/series-registry.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import type { Log } from '../../platform/log.ts'
import { Serial, type AppendedGroup } from '@greenhouse/timeseries'
import { SubscribedDevices } from './subscribed-devices.ts'
import type { Consume } from '../ingest-types.ts'
import { publishReadings } from './publish-readings.ts'

interface Consumers {
  readonly devices: KnownDevices
  readonly registry: SeriesRegistry
  readonly rules: Pick<RuleWork, 'consume'>
}

/**
 * Returns what follows the log of readings, whether this process or another one appended them: a worker evaluates the rules
 * of its partitions, and what serves people publishes the values to the sockets that it holds, in the order of the calls.
 */
export function openConsume(
  { config, db, hub, timeSeries }: Pick<Context, 'config' | 'db' | 'hub' | 'timeSeries'>,
  { devices, registry, rules }: Consumers,
): Consume {
  const { roles } = config
  const turns = Array.from({ length: timeSeries.partitions }, () => new Serial())
  const subscribed = new SubscribedDevices(hub)

  async function publish(group: AppendedGroup, devicesOfGroup?: DevicesByKey): Promise<void> {
    await subscribed.lookUp(db)
    const watched = new Set<number>()
    for (const { deviceKey } of group.entries) if (subscribed.has(deviceKey)) watched.add(deviceKey)
    if (watched.size === 0) return
    await publishReadings({ hub, timeSeries, registry }, group, devicesOfGroup ?? (await devices.find(db, watched)))
  }

  return async (group, devicesOfGroup) => {
    const evaluated = roles.has('worker') ? rules.consume(group) : undefined
    const published = roles.has('web') ? turns[group.partition]!.run(() => publish(group, devicesOfGroup)) : undefined
    await Promise.all([evaluated, published])
  }
}

/** Takes groups of other processes. Nobody waits for them: what fails is logged, and costs the frames of that group. */
export function consumeReplicated(consume: Consume, log: Log): (group: AppendedGroup) => void {
  return (group) =>
    void consume(group).catch((error: unknown) => {
      if (isUnavailable(error)) log.warn({ event: 'ingest.not-followed', reason: (error as Error).message })
      else log.error({ event: 'ingest.not-followed', err: error })
    })
}
