import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../ui/toast.ts'
import { boardList, isClaimable } from '../shared/device/board-queries.ts'
import { boardName } from '../shared/board/board-words.ts'
import { deviceList } from '../shared/device/device-queries.ts'
import { useLiveSeries } from '../shared/series/live-series.ts'
import { newestTimeOf } from '../shared/series/newest-values.ts'
import { newestSeries } from '../shared/series/series-queries.ts'
import { useSettings } from '../shared/settings/settings-queries.ts'
import { stopAwaiting, type Awaited } from '../shared/device/awaited-devices.ts'
import { valuesOf } from '../shared/series/first-values.ts'

const SHOWN_MS = 8000

/** Shows a toast with the first reading of a device, or the first board of a hub, whose sheet was closed. */
export function AwaitedReadings({ awaited }: { awaited: readonly Awaited[] }) {
  useAwaitedDevices(awaited.filter(({ kind }) => kind === 'device'))
  useAwaitedHubs(awaited.filter(({ kind }) => kind === 'hub'))
  return undefined
}

function useAwaitedDevices(awaited: readonly Awaited[]): void {
  const isAny = awaited.length > 0
  const { data: series } = useQuery({ ...newestSeries, enabled: isAny })
  const { data: devices, isFetching } = useQuery({ ...deviceList, enabled: isAny })
  const { celsius } = useSettings()
  const [, navigate] = useLocation()
  useLiveSeries(awaited.map(({ id }) => id))
  useEffect(() => {
    for (const { id, name } of awaited) {
      const isRemoved = devices !== undefined && !isFetching && !devices.some(({ deviceId }) => deviceId === id)
      if (isRemoved) stopAwaiting(id)
      if (isRemoved || !series || newestTimeOf(series, id) === null) continue
      stopAwaiting(id)
      const action = { label: 'Show', onAct: () => navigate(`/mydevice/${id}`) }
      toast.success(`First reading of ${name}: ${valuesOf(series, id, celsius)}`, { duration: SHOWN_MS, action })
    }
  }, [awaited, series, devices, isFetching, celsius, navigate])
}

function useAwaitedHubs(awaited: readonly Awaited[]): void {
  const { data: boards = [] } = useQuery({ ...boardList, enabled: awaited.length > 0 })
  const [, navigate] = useLocation()
  useEffect(() => {
    for (const { id, name } of awaited) {
      const board = boards.find((one) => isClaimable(one, id))
      if (!board) continue
      stopAwaiting(id)
      const action = { label: 'Show', onAct: () => navigate('/mydevice') }
      toast.success(`First board of ${name}: ${boardName(board)}`, { duration: SHOWN_MS, action })
    }
  }, [awaited, boards, navigate])
}
