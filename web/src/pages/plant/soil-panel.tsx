import { DAY_MS, plantRoutes, type Plant, type WateringEvent } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../lib/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useSame } from '../../lib/use-same.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { historiesQuery } from '../../shared/history/history-queries.ts'
import { inIso } from '../../shared/history/time-range.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import type { ChartRange } from '../../ui/chart/chart-types.ts'
import { LineChart, shapeOf } from '../../ui/chart/line-chart.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from './panel.tsx'
import { probesQuery } from './probe-queries.ts'
import { soilContent } from './soil-content.ts'

const DAYS = 14
const STEP_MS = 5 * 60_000

interface SoilPanelProps {
  plant: Plant
  className?: string
}

/** The soil moisture of 14 days with the waterings; absent without a soil sensor. */
export function SoilPanel({ plant, className }: SoilPanelProps) {
  const { data: probes } = useQuery(probesQuery(plant.plantId))
  const all = useQuery(newestSeries).data ?? []
  const linked = probes?.series.map(({ seriesId }) => seriesId) ?? []
  const series = all.find(({ seriesId, metric }) => metric === 'soilMoisture' && linked.includes(seriesId))
  const device = useQuery(deviceList).data?.find(({ deviceId }) => deviceId === series?.deviceId)
  const [full] = useState(lastDays)
  const [range, setRange] = useState(full)
  const [time, setTime] = useState<number>()
  const { locale, twelveHours } = useFormat()
  const iso = inIso(full.from, full.to)
  const { data: histories } = useQuery({
    ...historiesQuery([series?.seriesId ?? ''], iso),
    enabled: series !== undefined,
  })
  const { data: events } = useQuery({
    queryKey: queryKeys.waterings.between(iso.from, iso.to, plant.plantId),
    queryFn: ({ signal }) => call(plantRoutes.waterings, { query: { ...iso, plantId: plant.plantId }, signal }),
    enabled: series !== undefined,
  })
  const ideal = probes?.ideal.find(({ metric }) => metric === 'soilMoisture')
  const input = useSame({ history: histories?.[0], series, device, ideal, events, full, range })
  const content = useMemo(() => {
    const { history, series: shown, device: board, events: watered = [], ...more } = input
    if (!history || !shown || !board) return undefined
    const waterings = watered.map((one) => Date.parse(one.time))
    return soilContent({ ...more, history, series: shown, device: board, waterings })
  }, [input])
  if (!series) return undefined
  return (
    <Panel title="Soil, 14 days" className={className} aside={<HistoryLink deviceId={series.deviceId} />}>
      <div className="border-t border-line p-4 sm:p-6">
        {content ? (
          <LineChart
            key={`${locale} ${twelveHours} ${shapeOf(content)}`}
            label={`${series.label} of the last ${DAYS} days`}
            content={content}
            pointed={time === undefined ? undefined : { time, isHere: true }}
            onPoint={setTime}
            onZoom={(from, to) => setRange({ from: Math.max(from, full.from), to: Math.min(to, full.to) })}
            onReset={() => setRange(full)}
            className="h-56"
          />
        ) : (
          <Skeleton className="h-56 rounded-control" />
        )}
        <p className="mt-2 text-sm text-ink-soft">{wateredWords(events ?? [])}</p>
      </div>
    </Panel>
  )
}

function HistoryLink({ deviceId }: { deviceId: string }) {
  return (
    <Link
      to={`/history?device=${deviceId}`}
      className="hit-area text-sm font-semibold text-leaf-strong underline underline-offset-4"
    >
      History
    </Link>
  )
}

/** Newest first. */
function wateredWords([newest, ...others]: readonly WateringEvent[]): string {
  if (newest === undefined) return 'Not watered in these days.'
  const times = others.length === 0 ? 'once' : `${others.length + 1} times`
  return `Watered ${times}, last ${formatDateTime(newest.time)}. Each watering is a line.`
}

function lastDays(): ChartRange {
  const to = Math.ceil(Date.now() / STEP_MS) * STEP_MS
  return { from: to - DAYS * DAY_MS, to }
}
