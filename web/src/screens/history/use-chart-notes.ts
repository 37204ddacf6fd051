import { metricOf, parseCondition, toShownThreshold, type Metric } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceAlerts } from '../../features/alerts/alert-queries.ts'
import { deviceConditionList } from '../../features/conditions/condition-queries.ts'
import { limitWords } from '../../features/conditions/condition-words.ts'
import type { TimeRange } from '../../features/history/append-live.ts'
import { wateringsQuery } from '../../features/plants/plant-queries.ts'
import type { ChartLimit, ChartMark } from '../../ui/chart/chart-types.ts'

/** The conditions of a device on a metric as lines, its alerts and the waterings of the time as marks. */
export function useChartNotes(
  deviceId: string,
  metric: Metric,
  { range, celsius }: { range: TimeRange | undefined; celsius: boolean },
): { limits: readonly ChartLimit[]; marks: readonly ChartMark[] } {
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
      ...(waterings ?? []).map(({ time, plantName }): ChartMark => ({
        time: Date.parse(time),
        kind: 'watering',
        label: plantName,
      })),
      ...(alerts ?? [])
        .filter(({ sensorType }) => sensorType === metric.sensorType)
        .map(({ alertTime, alertDesc }): ChartMark => ({
          time: Date.parse(alertTime),
          kind: 'alert',
          label: alertDesc,
        })),
    ],
    [waterings, alerts, metric],
  )
  return { limits, marks }
}
