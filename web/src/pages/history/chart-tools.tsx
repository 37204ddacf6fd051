import type { RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import type { DrawnPlots } from './plots/use-plots.ts'
import type { HistoryView } from './view/history-view.ts'

interface ChartToolsProps {
  drawn: DrawnPlots
  /** The element that contains the plots. */
  place: RefObject<HTMLElement | null>
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
  onZoomIn: () => void
  asTable: boolean
  onTable: () => void
}

export function ChartTools({ drawn, place, view, show, onZoomIn, asTable, onTable }: ChartToolsProps) {
  const { plots, range } = drawn
  const isZoomed = view.zoom !== undefined
  const isBucketed = plots.some(({ lines }) => lines.some(({ widthMs }) => widthMs > 0))
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 text-sm sm:justify-end text-ink-soft print:hidden">
      <p className="me-auto max-sm:hidden">
        {isZoomed ? 'Double-click or press Esc to go back' : 'Drag to zoom, double-click to reset'}
      </p>
      {isZoomed && (
        <Button dense onClick={() => show({ zoom: undefined })}>
          Reset zoom
        </Button>
      )}
      <Button dense onClick={onZoomIn}>
        Zoom in
      </Button>
      <Button dense aria-pressed={asTable} onClick={onTable}>
        Show as table
      </Button>
      <Button dense aria-pressed={view.waterings} onClick={() => show({ waterings: !view.waterings })}>
        Waterings
      </Button>
      <Button dense onClick={async () => (await import('./save/save-csv.ts')).saveCsv(plots, range)}>
        CSV
      </Button>
      {isBucketed && (
        <Button dense onClick={async () => (await import('./save/save-values.ts')).saveValues(plots, range)}>
          All values (CSV)
        </Button>
      )}
      <Button dense onClick={async () => (await import('./save/save-picture.ts')).savePicture(place.current, drawn)}>
        PNG
      </Button>
    </div>
  )
}
