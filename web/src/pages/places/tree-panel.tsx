import { contentWords } from './place-words.ts'
import { PlaceTree, type PlaceTreeProps } from './place-tree.tsx'
import type { Drag } from './use-row-drag.ts'
import type { usePlaceRows } from './use-place-rows.ts'

interface TreePanelProps extends Omit<PlaceTreeProps, 'rows'> {
  shown: ReturnType<typeof usePlaceRows>
}

export function TreePanel({ shown, ...tree }: TreePanelProps) {
  const { drag, mayChange, garden } = tree
  const unplaced = garden.counts.get(null)
  const words = unplaced ? contentWords(unplaced) : ''
  const isAbove = drag?.into === null
  return (
    <section
      aria-labelledby="places-tree"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <header
        data-into=""
        className="flex min-h-14 items-center justify-between gap-4 border-b border-line px-4 sm:px-6"
      >
        <h2 id="places-tree" className="text-lg">
          Places
        </h2>
        {mayChange && (
          <p className="text-sm text-ink-soft">
            <span className="max-sm:hidden">Alt and arrows move a row, or drag it</span>
            <span className="sm:hidden">hold a row to move it</span>
          </p>
        )}
      </header>
      <PlaceTree {...tree} rows={shown.rows} />
      {words !== '' && (
        <footer
          data-into=""
          className="flex min-h-14 items-center justify-between gap-4 border-t border-line px-4 text-sm text-ink-soft sm:px-6"
        >
          {isAbove ? 'Into no place' : `Not placed: ${words}`}
          <button
            type="button"
            aria-expanded={shown.isUnplacedShown}
            onClick={shown.toggleUnplaced}
            className="hit-area text-md font-semibold text-leaf-strong"
          >
            {shown.isUnplacedShown ? 'Hide' : 'Show'}
          </button>
        </footer>
      )}
      {drag && <DragPill drag={drag} />}
    </section>
  )
}

function DragPill({ drag: { thing, x, y } }: { drag: Drag }) {
  return (
    <span
      aria-hidden
      style={{ left: x, top: y }}
      className="pointer-events-none fixed z-30 max-w-60 -translate-y-1/2 translate-x-3 truncate rounded-pill bg-ink px-3 py-1.5 text-sm font-semibold text-surface shadow-dialog"
    >
      {thing.name}
    </span>
  )
}
