import type { Device, Episode } from '@greenhouse/contract'
import { compareNames } from '../../lib/format.ts'
import { livenessOf } from '../../shared/liveness/liveness.ts'
import type { SeriesState } from '../../shared/liveness/state-sign.tsx'
import type { newestValuesOf } from '../../shared/series/newest-values.ts'

/** A device with all that its card or row shows. */
export interface ShownDevice {
  readonly device: Device
  /** `Tomato house › North end`; undefined without one. */
  readonly place: string | undefined
  /** Undefined while loading. */
  readonly newest: Newest | undefined
  /** Open ones, silence among them. */
  readonly alerts: readonly Episode[]
}

export interface Newest {
  /** ISO 8601. */
  readonly time: string | null
  readonly values: ReturnType<typeof newestValuesOf>
}

/** The order of the list. */
const STATES = ['alert', 'silent', 'late', 'battery', 'waiting', 'live'] as const
/** In percent. */
const LOW_BATTERY = 10
export type DeviceState = (typeof STATES)[number]

export function newestTime({ device, newest }: Pick<ShownDevice, 'device' | 'newest'>): string | null {
  return newest ? newest.time : device.lastSeenAt
}

export function livenessAt(shown: Pick<ShownDevice, 'device' | 'newest'>, now: number): SeriesState {
  const time = newestTime(shown)
  return time === null ? 'waiting' : livenessOf(now - Date.parse(time), Number(shown.device.waitTime))
}

/** Returns the lowest battery of a device in percent, if it needs a new one. */
export function lowBatteryOf({ newest }: Pick<ShownDevice, 'newest'>): number | undefined {
  const batteries = (newest?.values ?? []).filter(({ metric }) => metric.id === 'battery')
  const lowest = Math.min(...batteries.map((one) => one.newest?.value ?? Number.POSITIVE_INFINITY))
  return lowest <= LOW_BATTERY ? lowest : undefined
}

/** Returns the worst that can be said of a device. */
export function stateOf(shown: Pick<ShownDevice, 'device' | 'newest' | 'alerts'>, now: number): DeviceState {
  if (hasOpenLimit(shown)) return 'alert'
  const liveness = livenessAt(shown, now)
  return liveness === 'live' && lowBatteryOf(shown) !== undefined ? 'battery' : liveness
}

function hasOpenLimit({ alerts }: Pick<ShownDevice, 'alerts'>): boolean {
  return alerts.some(({ kind }) => kind !== 'silent')
}

/** Sorts devices by these states, then by place and name. */
export function byState(
  all: readonly ShownDevice[],
  stateIn: (shown: ShownDevice) => DeviceState,
): readonly ShownDevice[] {
  const rankOf = (shown: ShownDevice) => STATES.indexOf(stateIn(shown))
  return all.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      compareNames(one.place ?? '', other.place ?? '') ||
      compareNames(one.device.deviceName, other.device.deviceName),
  )
}

/** Returns `60 devices, 2 with an open alert, 58 silent, 1 late`. A silent device may have an open alert, too. */
export function devicesWords(all: readonly ShownDevice[], now: number): string {
  const liveness = all.map((shown) => livenessAt(shown, now))
  const count = (state: SeriesState) => liveness.filter((one) => one === state).length
  const parts = [
    [all.filter(hasOpenLimit).length, 'with an open alert'],
    [count('silent'), 'silent'],
    [count('late'), 'late'],
    [all.filter((shown) => lowBatteryOf(shown) !== undefined).length, 'with a low battery'],
    [count('waiting'), 'without a reading'],
  ] as const
  return [
    all.length === 1 ? 'One device' : `${all.length} devices`,
    ...parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`),
  ].join(', ')
}
