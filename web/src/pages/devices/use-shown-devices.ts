import type { Device, Episode } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { openEpisodes } from '../../shared/episode/episode-queries.ts'
import { usePathOfPlace } from '../../shared/place/place-queries.ts'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { newestTimeOf, newestValuesOf } from '../../shared/series/newest-values.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { useReturn } from '../../lib/use-return.ts'
import { byState, stateOf, type DeviceState, type ShownDevice } from './device-states.ts'

const NO_ALERTS: readonly Episode[] = []
const NONE: ReadonlyMap<string, DeviceState> = new Map()
/** Nobody has a hand on a page that was hidden for as long. */
const HIDDEN_MS = 300_000

interface ShownDevices {
  readonly shown: readonly ShownDevice[]
  /** Whether the states are loaded, or can't be: the order would change after the first paint. */
  readonly isSorted: boolean
}

/** Returns devices with their values and alerts, sorted by the state in which the page first showed them. */
export function useShownDevices(devices: readonly Device[], now: number): ShownDevices {
  const values = useQuery(newestSeries)
  const alerts = useQuery(openEpisodes)
  const { data: series, isFetching, dataUpdatedAt } = values
  const { data: open, isFetching: isFetchingAlerts } = alerts
  const pathOfPlace = usePathOfPlace()
  useLiveSeries(devices.map(({ deviceId }) => deviceId))
  const shown = useMemo(() => {
    const ofDevice = Map.groupBy(series ?? [], ({ deviceId }) => deviceId)
    const alertsOf = Map.groupBy(open ?? [], ({ deviceId }) => deviceId)
    return devices.map((device): ShownDevice => {
      const { deviceId, placeId } = device
      const own = ofDevice.get(deviceId) ?? []
      return {
        device,
        place: pathOfPlace(placeId),
        newest: series && { time: newestTimeOf(own, deviceId), values: newestValuesOf(own, deviceId) },
        alerts: alertsOf.get(deviceId) ?? NO_ALERTS,
      }
    })
  }, [devices, series, open, pathOfPlace])
  const fetchedAt = series === undefined || isFetching || isFetchingAlerts ? undefined : dataUpdatedAt
  const first = useFirstStates(shown, { fetchedAt, now })
  return {
    shown: byState(shown, (one) => first.get(one.device.deviceId) ?? stateOf(one, now)),
    isSorted: [values, alerts].every(({ isLoading, failureCount }) => !isLoading || failureCount > 0),
  }
}

interface Fetched {
  /** Undefined while fetching: cached values may be old. */
  readonly fetchedAt: number | undefined
  readonly now: number
}

/** Keeps the first state of each device, so that none moves under a hand. */
function useFirstStates(
  shown: readonly ShownDevice[],
  { fetchedAt = 0, now }: Fetched,
): ReadonlyMap<string, DeviceState> {
  const [first, setFirst] = useState({ states: NONE, since: 1 })
  useReturn(HIDDEN_MS, () => setFirst({ states: NONE, since: Date.now() }))
  const added = fetchedAt < first.since ? [] : shown.filter(({ device }) => !first.states.has(device.deviceId))
  if (added.length > 0) {
    const states = added.map((one) => [one.device.deviceId, stateOf(one, now)] as const)
    setFirst({ ...first, states: new Map([...first.states, ...states]) })
  }
  return first.states
}
