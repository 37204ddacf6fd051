import { DAY_MS, type Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { historiesQuery } from '../../../shared/history/history-queries.ts'
import type { DescribedSeries } from '../series/use-shown-series.ts'
import { isUsual, shownRange, withFirstDay, type HistoryView } from './history-view.ts'

/** Shows a device of today from its first reading, which may be older than the device: boards send what they kept. */
export function useFirstDay(
  { deviceId, createdAt }: Device,
  all: readonly DescribedSeries[],
  { view, now }: { view: HistoryView; now: number },
): HistoryView {
  const id = all.find((one) => one.deviceId === deviceId && one.visible)?.seriesId
  const isYoung = id !== undefined && isUsual(view, now) && now - Date.parse(createdAt) < DAY_MS
  // The same request as that of the chart.
  const range = shownRange(view, now)
  const { data } = useQuery({ ...historiesQuery(id === undefined ? [] : [id], range), enabled: isYoung })
  const [history] = data ?? []
  return isYoung && history ? withFirstDay(view, history.start ?? history.time[0], now) : view
}
