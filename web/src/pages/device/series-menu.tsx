import { metricOfSeries, type Series } from '@greenhouse/contract'
import { Ellipsis } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { changeEntries } from '../../shared/series/change-entries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { SeriesActions } from './use-series-actions.ts'

export interface SeriesMenuProps {
  series: Series
  rows: readonly Series[]
  actions: SeriesActions
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** Alt and the arrow keys move the series' row. */
export function SeriesMenu({ series, rows, actions }: SeriesMenuProps) {
  const { seriesId, label } = series
  const mayRemove = useMay('owner')

  function press(event: KeyboardEvent) {
    const by = STEPS[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    actions.move(series, by, rows)
  }

  return (
    <Menu
      id={`menu-${seriesId}`}
      label={`Change ${label}`}
      groups={groupsFor(series, rows, actions).slice(0, mayRemove ? undefined : -1)}
      onKeyDown={press}
      className="hit-area inline-grid size-9 place-items-center rounded-control text-ink-soft hover:bg-sunken"
    >
      <Ellipsis aria-hidden className="size-5" />
    </Menu>
  )
}

function groupsFor(series: Series, rows: readonly Series[], actions: SeriesActions): MenuEntry[][] {
  const index = rows.indexOf(series)
  const places: MenuEntry[] = [
    { label: 'Move up', keys: 'Alt+ArrowUp', isDisabled: index === 0, onChoose: () => actions.move(series, -1, rows) },
    {
      label: 'Move down',
      keys: 'Alt+ArrowDown',
      isDisabled: index === rows.length - 1,
      onChoose: () => actions.move(series, 1, rows),
    },
  ]
  const changes: MenuEntry[] = [
    ...changeEntries(metricOfSeries(series), {
      label: () => actions.ask('label', series),
      calibrate: () => actions.calibrate(series),
    }),
    { label: series.visible ? 'Hide' : 'Show', onChoose: () => actions.show(series, !series.visible) },
  ]
  const removals: MenuEntry[] = [
    { label: 'Delete values', isDanger: true, onChoose: () => actions.ask('values', series) },
    { label: 'Remove series', isDanger: true, onChoose: () => actions.ask('series', series) },
  ]
  return [changes, places, removals]
}
