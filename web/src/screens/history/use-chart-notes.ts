import { metricOf, parseCondition, toShownThreshold, type Metric } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceAlerts } from '../../features/alerts/alert-queries.ts'
import { deviceConditionList } from '../../features/conditions/condition-queries.ts'
import { limitWords } from '../../features/conditions/condition-words.ts'
import type { TimeRange } from '../../features/history/time-range.ts'
import { wateringsQuery } from '../../features/plants/plant-queries.ts'
import type { ChartLimit, ChartMark, ChartMarkKind } from '../../ui/chart/chart-types.ts'

const ALERT: ChartMarkKind = { name: 'alert', colour: 'danger', hasStem: true }
const WATERING: ChartMarkKind = { name: 'watered', colour: 'humidity', hasStem: false }

/** What is drawn into a chart besides its values. */
export interface ChartNotes {
  readonly limits: readonly ChartLimit[]
  readonly marks: readonly ChartMark[]
}

/** The conditions of a device on a metric as lines, its alerts and the waterings of the time as marks. */
export function useChartNotes(
  deviceId: string,
  metric: Metric,
  { range, celsius }: { range: TimeRange | undefined; celsius: boolean },
): ChartNotes {
  const { data: conditions } = useQuery(deviceConditionList)
  const { data: alerts } = useQuery(deviceAlerts(deviceId))
  const { data: waterings } = useQuery({
    ...wateringsQuery(range ?? { from: '', to: '' }),
    enabled: range !== undefined,
  })

  const limits = useMemo(
    () =>
      (conditions ?? []).flatMap(({ userDeviceId, sensorType, condition }): ChartLimit[] => {
        const limit = parseCondition(condition)
        if (!limit || userDeviceId !== deviceId || metricOf(sensorType).id !== metric.id) return []
        const value = toShownThreshold(metric, limit.threshold, celsius)
        return [{ value, label: `alert at ${limitWords(metric, limit, celsius)}` }]
      }),
    [conditions, deviceId, metric, celsius],
  )
  const marks = useMemo(
    () => [
      ...(waterings ?? []).map(({ time }): ChartMark => ({ time: Date.parse(time), kind: WATERING })),
      ...(alerts ?? [])
        .filter(({ sensorType }) => sensorType === metric.sensorType)
        .map(({ alertTime }): ChartMark => ({ time: Date.parse(alertTime), kind: ALERT })),
    ],
    [waterings, alerts, metric],
  )
  return { limits, marks }
}
