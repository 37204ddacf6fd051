import { MINUTE_MS, type Device, type Series, type SeriesHistory } from '@greenhouse/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ruleList } from '../../../shared/rule/rule-queries.ts'
import { useLastDay } from '../../../shared/history/use-last-day.ts'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'
import { tilesInSight, layOut } from './tile-layout.ts'
import { usePosition } from '../../../shared/place/use-position.ts'
import { useNow } from '../../../lib/use-now.ts'
import { deviceTiles } from '../../../shared/series/device-tiles.ts'

export interface DeviceTiles {
  readonly tiles: readonly SeriesTile[]
  readonly days: UseQueryResult<SeriesHistory[]>
  readonly opened: ReadonlySet<string>
  readonly toggle: (group: string) => void
}

const NONE: readonly never[] = []

export function useDeviceTiles(device: Device | undefined, series: readonly Series[] | undefined): DeviceTiles {
  const now = useNow(MINUTE_MS)
  const { data: rules = NONE } = useQuery({ ...ruleList, enabled: device !== undefined })
  const { at: place } = usePosition(device?.placeId, device !== undefined)
  const [opened, toggle] = useOpened(device?.deviceId)
  const sources = useMemo(
    () => device && series && { device, series, rules, place, now },
    [device, series, rules, place, now],
  )
  // Only visible ones: a device may have 64 series.
  const inSight = useMemo(
    () =>
      (sources ? tilesInSight(layOut(deviceTiles({ ...sources, days: NONE })), opened) : NONE).flatMap(
        ({ seriesId }) => sources?.series.find((one) => one.seriesId === seriesId) ?? NONE,
      ),
    [sources, opened],
  )
  const days = useLastDay(inSight, now)
  const known = days.data ?? NONE
  const tiles = useMemo(() => (sources ? deviceTiles({ ...sources, days: known }) : NONE), [sources, known])
  return { tiles, days, opened, toggle }
}

function useOpened(deviceId: string | undefined): [ReadonlySet<string>, (group: string) => void] {
  const [state, setState] = useState({ of: deviceId, names: new Set<string>() })
  if (state.of !== deviceId) setState({ of: deviceId, names: new Set() })
  function toggle(name: string) {
    const names = new Set(state.names)
    if (!names.delete(name)) names.add(name)
    setState({ of: deviceId, names })
  }
  return [state.names, toggle]
}
