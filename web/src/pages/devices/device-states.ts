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
const STATES = ['silent', 'alert', 'late', 'waiting', 'live'] as const
export type DeviceState = (typeof STATES)[number]

export function newestTime({ device, newest }: Pick<ShownDevice, 'device' | 'newest'>): string | null {
  return newest ? newest.time : device.lastSeenAt
}

export function livenessAt(shown: Pick<ShownDevice, 'device' | 'newest'>, now: number): SeriesState {
  const time = newestTime(shown)
  return time === null ? 'waiting' : livenessOf(now - Date.parse(time), Number(shown.device.waitTime))
}

/** Returns the worst that can be said of a device. */
export function stateOf(shown: Pick<ShownDevice, 'device' | 'newest' | 'alerts'>, now: number): DeviceState {
  const liveness = livenessAt(shown, now)
  return liveness !== 'silent' && shown.alerts.some(({ kind }) => kind !== 'silent') ? 'alert' : liveness
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

/** Returns `60 devices, 58 silent, one late`. */
export function devicesWords(all: readonly ShownDevice[], now: number): string {
  const states = all.map((shown) => stateOf(shown, now))
  const count = (state: DeviceState) => states.filter((one) => one === state).length
  const parts = [
    [count('silent'), 'silent'],
    [count('alert'), 'with an open alert'],
    [count('late'), 'late'],
    [count('waiting'), 'without a reading'],
  ] as const
  return [
    all.length === 1 ? 'One device' : `${all.length} devices`,
    ...parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`),
  ].join(', ')
}
