import type { Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { firstReading } from '../../../shared/history/first-reading.ts'
import { historiesQuery } from '../../../shared/history/history-queries.ts'
import type { DescribedSeries } from '../series/use-shown-series.ts'
import { isUsual, shownRange, withFirstDay, type HistoryView } from './history-view.ts'

/** Shows a device from its first reading, which may be older than the device: boards send what they kept. */
export function useFirstDay(
  { deviceId, createdAt }: Device,
  all: readonly DescribedSeries[],
  { view, now }: { view: HistoryView; now: number },
): HistoryView {
  const id = all.find((one) => one.deviceId === deviceId && one.visible)?.seriesId
  // The same request as that of the chart.
  const range = shownRange(view, now)
  // An older device may have readings from before the range.
  const isYoung = id !== undefined && isUsual(view, now) && createdAt > range.from
  const { data } = useQuery({ ...historiesQuery(id === undefined ? [] : [id], range), enabled: isYoung })
  const [history] = data ?? []
  return isYoung && history ? withFirstDay(view, firstReading(history, Date.parse(createdAt)), now) : view
}
