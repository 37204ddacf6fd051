import { ChevronDown } from 'lucide-react'
import { bulletScale } from './bullet-scale.ts'
import { groupSummary } from './group-summary.ts'
import { SeriesRow } from './series-row.tsx'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'
import type { ActOnTile } from './tile-menu.tsx'
import { COMPARED_MIN, rowsInSight, type Group } from './tile-layout.ts'

interface SeriesGroupsProps {
  groups: ReadonlyArray<Group<SeriesTile>>
  celsius: boolean
  isClosed: boolean
  opened: ReadonlySet<string>
  onToggle: (group: string) => void
  onAct: ActOnTile
}

/** Shows many series as rows in groups; those that break a limit are always visible. */
export function SeriesGroups({ groups, celsius, isClosed, opened, onToggle, onAct }: SeriesGroupsProps) {
  return (
    <div className="grid gap-x-8 gap-y-5 p-3 sm:p-5 lg:grid-cols-3">
      {groups.map((group) => (
        <SeriesGroup
          key={group.name}
          group={group}
          celsius={celsius}
          isClosed={isClosed}
          onAct={onAct}
          isOpen={opened.has(group.name)}
          onToggle={() => onToggle(group.name)}
        />
      ))}
    </div>
  )
}

interface SeriesGroupProps extends Pick<SeriesGroupsProps, 'celsius' | 'isClosed' | 'onAct'> {
  group: Group<SeriesTile>
  isOpen: boolean
  onToggle: () => void
}

function SeriesGroup({ group, celsius, isClosed, isOpen, onToggle, onAct }: SeriesGroupProps) {
  const { name, shown, folded } = group
  const all = [...shown, ...folded]
  const rows = rowsInSight(group, isClosed, isOpen)
  const hidden = all.length - rows.length
  const scaleOf = (tile: SeriesTile) => {
    const alike = all.filter(({ metric }) => metric.id === tile.metric.id)
    return alike.length >= COMPARED_MIN ? bulletScale(alike) : undefined
  }
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="mb-1 text-sm font-semibold">
        {name} <span className="font-normal text-ink-soft">{all.length}</span>
      </h3>
      {isClosed && <p className="mb-1 text-sm text-ink-soft">{groupSummary(all, celsius)}</p>}
      {rows.map((tile) => (
        <SeriesRow key={tile.seriesId} tile={tile} celsius={celsius} onAct={onAct} hasIcon scale={scaleOf(tile)} />
      ))}
      {(hidden > 0 || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="hit-area flex min-h-9 items-center gap-1 text-sm font-semibold text-leaf-strong"
        >
          {isOpen ? 'Show fewer' : rows.length === 0 ? `Show all ${hidden}` : `${hidden} more`}
          <ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </button>
      )}
    </section>
  )
}
