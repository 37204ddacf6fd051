import type { Series } from '@greenhouse/contract'
import { useState } from 'react'
import { useEditSeries } from '../../shared/series/series-changes.ts'
import { useHideSeries } from '../../shared/series/use-hide-series.ts'
import { toast } from '../../ui/toast.ts'

type SeriesQuestion = 'label' | 'values' | 'series'

export interface SeriesActions {
  /** The last change, for screen readers. */
  readonly said: string
  asked: (question: SeriesQuestion) => Series | undefined
  ask: (question: SeriesQuestion, series: Series) => void
  close: () => void
  calibrate: (series: Series) => void
  show: (series: Series, visible: boolean) => void
  move: (series: Series, by: -1 | 1, rows: readonly Series[]) => void
}

export function useSeriesActions(all: readonly Series[], calibrate: (series: Series) => void): SeriesActions {
  const edit = useEditSeries()
  const hide = useHideSeries()
  const [open, setOpen] = useState<{ question: SeriesQuestion; series: Series }>()
  const [said, setSaid] = useState('')
  const failed = { onError: () => void toast.error('The change could not be saved') }

  return {
    said,
    asked: (question) => (open?.question === question ? open.series : undefined),
    ask: (question, series) => setOpen({ question, series }),
    close: () => setOpen(undefined),
    calibrate,
    show(series, visible) {
      if (!visible) return hide(series)
      edit.mutate({ series, change: { visible } }, failed)
      setSaid(`${series.label} is shown`)
    },
    move(series, by, rows) {
      const to = rows.indexOf(series) + by
      const neighbour = rows[to]
      if (!neighbour) return
      // Skips series that are not listed.
      edit.mutate({ series, change: { order: all.indexOf(neighbour) } }, failed)
      setSaid(`${series.label}, place ${to + 1} of ${rows.length}`)
    },
  }
}
