import { Button } from '../../ui/button.tsx'

interface ChartToolsProps {
  isZoomed: boolean
  asTable: boolean
  hasWaterings: boolean
  onBack: () => void
  onZoomIn: () => void
  onTable: () => void
  onWaterings: () => void
  onCsv: () => void
  /** Saves every value; undefined while the chart shows all of them. */
  onValues: (() => void) | undefined
  onPicture: () => void
}

export function ChartTools({
  isZoomed,
  asTable,
  hasWaterings,
  onBack,
  onZoomIn,
  onTable,
  onWaterings,
  onCsv,
  onValues,
  onPicture,
}: ChartToolsProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 text-sm sm:justify-end text-ink-soft print:hidden">
      <p className="me-auto max-sm:hidden">
        {isZoomed ? 'Double-click or press Esc to go back' : 'Drag to zoom, double-click to reset'}
      </p>
      {isZoomed && (
        <Button dense onClick={onBack}>
          Reset zoom
        </Button>
      )}
      <Button dense onClick={onZoomIn}>
        Zoom in
      </Button>
      <Button dense aria-pressed={asTable} onClick={onTable}>
        Show as table
      </Button>
      <Button dense aria-pressed={hasWaterings} onClick={onWaterings}>
        Waterings
      </Button>
      <Button dense onClick={onCsv}>
        CSV
      </Button>
      {onValues && (
        <Button dense onClick={onValues}>
          All values (CSV)
        </Button>
      )}
      <Button dense onClick={onPicture}>
        PNG
      </Button>
    </div>
  )
}
