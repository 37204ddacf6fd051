import { DAY_MS, MINUTE_MS, type RulePreview } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isValueDraft, readLevels } from '../read-levels.ts'
import { PREVIEW_DAYS } from './preview-query.ts'
import { sensorOf, WHOLE_DEVICE } from '../../../shared/rule/sensor-choices.ts'
import { historiesQuery } from '../../../shared/history/history-queries.ts'
import { inIso } from '../../../shared/history/time-range.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { useSame } from '../../../lib/use-same.ts'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'
import { LineChart, shapeOf } from '../../../ui/chart/line-chart.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { previewContent } from './preview-content.ts'
import type { RulePartProps } from '../rule-form.ts'

interface PreviewChartProps extends Pick<RulePartProps, 'draft' | 'reader'> {
  preview: RulePreview | undefined
}

export function PreviewChart({ draft, reader, preview }: PreviewChartProps) {
  const { celsius, series, devices } = reader
  const [full] = useState(lastDays)
  const [range, setRange] = useState(full)
  const [time, setTime] = useState<number>()
  const { locale, twelveHours } = useFormat()
  const chosen = sensorOf(series, draft)
  const device = devices.find(({ deviceId }) => deviceId === draft.deviceId)
  // Any sensor shows the silence of its device.
  const first = series.find(({ deviceId, visible }) => deviceId === draft.deviceId && visible)
  const sensor = chosen === WHOLE_DEVICE && first ? sensorOf(series, { ...draft, seriesId: first.seriesId }) : chosen
  const { data: histories } = useQuery({
    ...historiesQuery([sensor.value], inIso(full.from, full.to)),
    enabled: sensor !== WHOLE_DEVICE,
  })
  const history = histories?.[0]
  const { metric, label } = sensor
  const levels = isValueDraft(draft) ? readLevels(draft, chosen, reader) : undefined
  const { limit, upperLimit = null, clearAt } = levels ?? {}
  const shown = { kind: draft.kind, limit, upperLimit, clearAt }
  const input = useSame({ ...shown, history, metric, label, device, preview, celsius, full, range })
  const content = useMemo(
    () => input.history && input.device && previewContent({ ...input, history: input.history, device: input.device }),
    [input],
  )
  if (sensor === WHOLE_DEVICE) return undefined
  if (!content) return <Skeleton className="h-72 rounded-control" />
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <LineChart
        key={`${locale} ${twelveHours} ${shapeOf(content)}`}
        label={`${label} of the last ${PREVIEW_DAYS} days`}
        content={content}
        pointed={time === undefined ? undefined : { time, isHere: true }}
        onPoint={setTime}
        onZoom={(from, to) => setRange(within({ from, to }, full))}
        onReset={() => setRange(full)}
        className="h-72"
      />
      {preview && (
        <p className="flex items-center gap-2 text-xs text-ink-soft">
          <span
            aria-hidden
            className="h-3 w-4 shrink-0 border-b-3 border-danger bg-danger/16 forced-colors:bg-[Mark]"
          />
          would have been open. Changes as you change the rule.
        </p>
      )}
    </div>
  )
}

function lastDays(): ChartRange {
  const to = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
  return { from: to - PREVIEW_DAYS * DAY_MS, to }
}

function within({ from, to }: ChartRange, full: ChartRange): ChartRange {
  return { from: Math.max(from, full.from), to: Math.min(to, full.to) }
}
