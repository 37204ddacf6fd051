import type { AppendedGroup, openTimeSeries, TimeSeries } from '@greenhouse/timeseries'
import type { Bus } from '../platform/bus/bus.ts'
import type { Config } from '../platform/config/config.ts'
import type { Log } from '../platform/log.ts'
import { openOwnerRequests, type OwnerRequests } from './bus/owner-requests.ts'
import { answerCompaction } from './compact-log.ts'

const ERASED = 'device-erased'

export interface SharedLog {
  readonly owners: OwnerRequests
  /** Groups that other processes have appended. */
  readonly appended: Signal<AppendedGroup>
  /** Partitions that another process owns, as a refused commit has shown. */
  readonly lost: Signal<number>
  readonly options: Partial<Parameters<typeof openTimeSeries>[0]>
  /** Does for the time series of this process what other processes ask for. */
  attach(timeSeries: TimeSeries): Promise<void>
}

/** Connects the time series of this process with those of other processes that append to the same log. */
export function openSharedLog({ bus, log, roles }: Pick<Config, 'roles'> & { bus: Bus; log: Log }): SharedLog {
  const owners = openOwnerRequests(bus)
  const appended = new Signal<AppendedGroup>()
  const lost = new Signal<number>()
  return {
    owners,
    appended,
    lost,
    options: {
      shared: true,
      appendsUnclassified: true,
      // A gateway would decode all readings of the cluster for nothing.
      ...(roles.has('worker') || roles.has('web') ? { onReplicated: appended.emit } : {}),
      askOwner: (partition, request) => owners.ask(partition, request),
      onLost: lost.emit,
      onErased: (deviceKey) => bus.publish(ERASED, deviceKey),
    },
    async attach(timeSeries) {
      const forget = (deviceKeys?: readonly number[]) => {
        timeSeries.forget(deviceKeys).catch((error: unknown) => {
          log.warn({ event: 'cache.not-renewed', reason: (error as Error).message })
        })
      }
      await bus.subscribe(ERASED, (deviceKey) => forget([Number(deviceKey)]))
      bus.onGap(() => forget())
      await answerCompaction(bus, timeSeries, (error) => {
        log.warn({ event: 'readings.compaction-failed', reason: (error as Error).message })
      })
    },
  }
}

/** Passes values on to listeners that may be added after its source was opened. */
class Signal<Value> {
  readonly #listeners: Array<(value: Value) => void> = []

  listen(listener: (value: Value) => void): void {
    this.#listeners.push(listener)
  }

  readonly emit = (value: Value): void => {
    for (const listener of this.#listeners) listener(value)
  }
}
