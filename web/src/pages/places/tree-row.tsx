import { ChevronDown, ChevronRight, CircleSlash, Cpu, Ellipsis, TriangleAlert } from 'lucide-react'
import { memo, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { formatShortAge } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { livenessOf } from '../../shared/liveness/liveness.ts'
import { StateSign } from '../../shared/liveness/state-sign.tsx'
import { PlaceIcon } from './place-icon.tsx'
import { PlantDrawing } from '../../shared/plant/plant-drawing.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { Thing, TreeRow } from './garden.ts'
import type { RowState, Seen } from './row-states.ts'

export interface RowActions {
  readonly onActivate: (row: TreeRow) => void
  readonly onToggle: (row: TreeRow) => void
  readonly onPress: (event: PointerEvent, thing: Thing) => void
  readonly menuOf: (row: TreeRow) => ReadonlyArray<readonly MenuEntry[]>
}

interface TreeRowProps {
  row: TreeRow
  /** Beside the name, as `greenhouse, cold`. */
  facts: string
  content: string
  state: RowState | undefined
  isCurrent: boolean
  isSelected: boolean
  isTarget: boolean
  /** Must be stable: the row is memoized. */
  actions: RowActions
  mayChange: boolean
  /** A question about the row, below it. */
  question?: ReactNode
}

/** The tree handles its keys; a click opens, selects or follows. */
export const PlaceTreeRow = memo(function PlaceTreeRow(props: TreeRowProps) {
  const { row, facts, content, state, isCurrent, isSelected, isTarget, actions, mayChange, question } = props
  const { thing, level, isOpen } = row
  const groups = mayChange ? actions.menuOf(row) : []

  function click({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest('button, [popover], [data-question]')) return
    if (target.closest('[data-chevron]') && isOpen !== undefined) actions.onToggle(row)
    else actions.onActivate(row)
  }

  return (
    // Keys of a tree arrive at its list.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      role="treeitem"
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      data-row={thing.id}
      data-into={thing.kind === 'place' ? thing.id : (row.parentId ?? '')}
      tabIndex={isCurrent ? 0 : -1}
      onClick={click}
      className={classes(
        'tree-row group -outline-offset-2! [&:not(:first-child)]:border-t [&:not(:first-child)]:border-line',
        isSelected || isTarget ? 'bg-leaf-wash' : level === 1 && thing.kind === 'place' && 'bg-sunken/50',
        isTarget && 'inset-ring-2 inset-ring-leaf',
      )}
    >
      <div
        onPointerDown={mayChange ? (event) => actions.onPress(event, thing) : undefined}
        style={{ '--level': level - 1 }}
        className="flex min-h-12 cursor-pointer items-center gap-2 ps-[calc(var(--level)*14px+0.25rem)] pe-1.5 select-none sm:ps-[calc(var(--level)*28px+0.5rem)] sm:pe-3"
      >
        <span data-chevron className="grid size-8 shrink-0 place-items-center text-ink-soft">
          {isOpen !== undefined &&
            (isOpen ? <ChevronDown aria-hidden className="size-4" /> : <ChevronRight aria-hidden className="size-4" />)}
        </span>
        <ThingIcon thing={thing} isTop={level === 1} />
        <bdi className={classes('truncate', thing.kind !== 'plant' && 'font-semibold')}>{thing.name}</bdi>{' '}
        <span className="min-w-0 shrink-[3] truncate text-sm text-ink-soft max-sm:hidden">{facts}</span>{' '}
        <span className="ms-auto flex shrink-0 items-center gap-2.5 text-sm whitespace-nowrap text-ink-soft">
          <RowBadges state={state} /> <span className="max-sm:hidden">{content}</span>
        </span>
        {groups.length > 0 && (
          <Menu
            label={`More for ${thing.name}`}
            tabIndex={isCurrent ? 0 : -1}
            groups={groups}
            className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken"
          >
            <Ellipsis aria-hidden className="size-5" />
          </Menu>
        )}
      </div>
      {question !== undefined && <div data-question>{question}</div>}
    </li>
  )
})

function ThingIcon({ thing, isTop }: { thing: Thing; isTop: boolean }) {
  if (thing.kind === 'plant') return <PlantDrawing type={thing.plant.plantType} className="size-5 shrink-0" />
  if (thing.kind === 'device') return <Cpu aria-hidden className="size-5 shrink-0 text-ink-soft" />
  return (
    <PlaceIcon kind={thing.place.kind} className={classes('size-5 shrink-0', isTop ? 'text-leaf' : 'text-ink-soft')} />
  )
}

function RowBadges({ state }: { state: RowState | undefined }) {
  return (
    <>
      {state !== undefined && state.alerts > 0 && (
        <span className="inline-flex h-6.5 items-center gap-1 rounded-pill bg-danger-wash px-2.5 text-xs font-semibold text-danger">
          <TriangleAlert aria-hidden className="size-3.5" />
          {state.alerts}
          <span className="sr-only"> open {state.alerts === 1 ? 'alert' : 'alerts'}</span>
        </span>
      )}
      {state !== undefined && state.silent > 0 && (
        <span className="inline-flex h-6.5 items-center gap-1.5 rounded-pill bg-sunken px-2.5 text-xs font-semibold">
          <CircleSlash aria-hidden className="size-3.5" />
          silent
        </span>
      )}
      {state?.seen !== undefined && <LastSeen time={state.seen.time} intervalSeconds={state.seen.intervalSeconds} />}
    </>
  )
}

function LastSeen({ time, intervalSeconds }: Seen) {
  const age = Math.max(useNow(10_000) - Date.parse(time), 0)
  const liveness = livenessOf(age, intervalSeconds)
  // The badge says it already.
  if (liveness === 'silent') return undefined
  return (
    <span className="inline-flex items-center gap-1.5">
      <StateSign state={liveness} />
      {formatShortAge(age)}
    </span>
  )
}
