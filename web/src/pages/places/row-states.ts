import type { Episode, Series } from '@greenhouse/contract'
import { livenessOf } from '../../shared/liveness/liveness.ts'
import { placesAbove, type Placed } from '../../shared/place/place-tree.ts'
import type { Garden } from './garden.ts'

export interface Seen {
  /** Of the newest reading. */
  readonly time: string
  readonly intervalSeconds: number
}

export interface RowState {
  /** Open and unanswered. */
  readonly alerts: number
  /** Devices. */
  readonly silent: number
  /** Of a device with readings. */
  readonly seen?: Seen
}

interface Known {
  readonly episodes: readonly Episode[]
  readonly series: readonly Series[]
  readonly now: number
}

/** Returns the state of devices and plants by id, and the sums of the places around them. */
export function statesOf(garden: Garden, { episodes, series, now }: Known): ReadonlyMap<string, RowState> {
  const states = new Map<string, RowState>()
  function add(id: string, placed: Placed, state: RowState): void {
    states.set(id, state)
    for (const { placeId } of placesAbove(garden.tree, placed.placeId)) {
      const { alerts, silent } = states.get(placeId) ?? { alerts: 0, silent: 0 }
      states.set(placeId, { alerts: alerts + state.alerts, silent: silent + state.silent })
    }
  }
  const alerts = alertsOf(episodes)
  const times = timesOf(series)
  for (const device of [...garden.devices.values()].flat()) {
    const time = times.get(device.deviceId)
    const seen = time === undefined ? undefined : { time, intervalSeconds: Number(device.waitTime) }
    const isSilent = seen && livenessOf(now - Date.parse(seen.time), seen.intervalSeconds) === 'silent'
    const own = { alerts: alerts.get(device.deviceId) ?? 0, silent: isSilent ? 1 : 0 }
    add(device.deviceId, device, seen ? { ...own, seen } : own)
  }
  for (const plant of [...garden.plants.values()].flat())
    add(plant.plantId, plant, { alerts: alerts.get(plant.plantId) ?? 0, silent: 0 })
  return states
}

/** Returns the number of open and unanswered alerts of each device or plant. */
function alertsOf(episodes: readonly Episode[]): ReadonlyMap<string | null, number> {
  const unanswered = episodes.filter(({ acknowledgedAt, kind }) => acknowledgedAt === null && kind !== 'due')
  const byThing = Map.groupBy(unanswered, ({ deviceId, plantId }) => deviceId ?? plantId)
  return new Map([...byThing].map(([id, some]) => [id, some.length]))
}

/** Returns the time of the newest value of each device. */
function timesOf(series: readonly Series[]): ReadonlyMap<string, string> {
  const times = new Map<string, string>()
  for (const { deviceId, newest } of series)
    if (newest && newest.time > (times.get(deviceId) ?? '')) times.set(deviceId, newest.time)
  return times
}
