import type { Device } from '@greenhouse/contract'
import { useMemo, useState } from 'react'
import { boardSeries, boardSeriesId } from '../../features/history/board-series.ts'
import type { HistorySeries } from '../../features/history/history-series.ts'
import type { HistoryView } from '../../features/history/history-view.ts'
import { assignPlaces, styleOf, type LineStyle } from '../../features/history/line-styles.ts'

export interface ShownSeries {
  /** Every series that there is. */
  readonly all: readonly HistorySeries[]
  /** The series of device and tab, and those beside it. */
  readonly shown: readonly HistorySeries[]
  readonly styles: ReadonlyMap<string, LineStyle>
}

/** The series that the address names. Colours go out in order and stay with a series while the page is open. */
export function useShownSeries(devices: readonly Device[], deviceId: string, view: HistoryView): ShownSeries {
  const all = useMemo(() => boardSeries(devices), [devices])
  const ids = [...new Set([boardSeriesId(deviceId, view.tab), ...view.added])].join(',')
  const shown = useMemo(() => ids.split(',').flatMap((id) => all.find((one) => one.id === id) ?? []), [all, ids])
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map())
  const next = useMemo(
    () =>
      assignPlaces(
        places,
        shown.map(({ id }) => id),
      ),
    [places, shown],
  )
  if (next.size !== places.size || shown.some(({ id }) => !places.has(id))) setPlaces(next)
  const styles = useMemo(
    () =>
      new Map(
        shown.map(({ id, metric }) => [
          id,
          shown.length === 1 ? { colour: metric.colour, dash: [] } : styleOf(next.get(id) ?? 0),
        ]),
      ),
    [shown, next],
  )
  return { all, shown, styles }
}
