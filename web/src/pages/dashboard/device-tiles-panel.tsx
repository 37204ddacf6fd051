import type { Series, Metric } from '@greenhouse/contract'
import { EyeOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { SeriesTiles } from './tiles/series-tiles.tsx'
import { SpokenValues } from '../../shared/series/spoken-values.tsx'
import type { ActOnTile } from './tiles/tile-menu.tsx'
import { useHideSeries } from '../../shared/series/use-hide-series.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { DeviceTiles } from './tiles/use-device-tiles.ts'
import type { TileDialogsProps } from './tile-dialogs.tsx'
import { sensorName } from '../../shared/rule/matching-conditions.ts'

const TileDialogs = lazy(async () => ({ default: (await import('./tile-dialogs.tsx')).TileDialogs }))

interface DeviceTilesPanelProps {
  shown: DeviceTiles
  series: readonly Series[]
}

export function DeviceTilesPanel({ shown: { tiles, opened, toggle }, series }: DeviceTilesPanelProps) {
  const { celsius } = useSettings()
  const [, navigate] = useLocation()
  const hide = useHideSeries()
  const [isUsed, setUsed] = useState(false)
  const [asked, setAsked] = useState<TileDialogsProps['asked']>()

  const act: ActOnTile = (action, { seriesId, deviceId, label, metric }) => {
    const chosen = series.find((one) => one.seriesId === seriesId)
    if (action === 'limits') return navigate(conditionsPath({ deviceId, label, metric }))
    if (action === 'rule') return navigate(`/rules/new?${new URLSearchParams({ series: seriesId })}`)
    if (!chosen) return
    if (action === 'hide') return hide(chosen)
    setUsed(true)
    setAsked({ action, series: chosen })
  }

  return (
    <>
      {tiles.length === 0 ? (
        <NothingShown />
      ) : (
        <>
          <SeriesTiles tiles={tiles} celsius={celsius} opened={opened} onToggle={toggle} onAct={act} />
          <SpokenValues series={tiles} celsius={celsius} />
        </>
      )}
      <Suspense>
        {isUsed && <TileDialogs asked={asked} celsius={celsius} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </>
  )
}

function NothingShown() {
  return (
    <EmptyState icon={<EyeOff aria-hidden className="size-8" />} title="Nothing is shown">
      All values of this device are hidden.
    </EmptyState>
  )
}

function conditionsPath(series: { deviceId: string; label: string; metric: Metric }): string {
  const search = new URLSearchParams({ view: 'devices', device: series.deviceId, sensor: sensorName(series) })
  return `/myalertcondition?${search}`
}
