import { ChevronDown } from 'lucide-react'
import { bulletScale } from './bullet-scale.ts'
import { SeriesRow } from './series-row.tsx'
import { type SeriesTile, isBroken } from '../../../shared/series/series-tile.ts'
import type { ActOnTile } from './tile-menu.tsx'
import { COMPARED_MIN, rowsInSight, type Group } from './tile-layout.ts'
import { isMissing } from '@greenhouse/contract'
import { formatNumber, withUnit } from '../../../lib/format.ts'
import { decimalsFor, shownNumber, shownUnit } from '../../../shared/metric/show-value.ts'

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

/** Returns `Soil moisture 22–55 %, soil temperature 19,4 °C, 1 beyond its limit`. */
function groupSummary(tiles: readonly SeriesTile[], celsius: boolean): string {
  const metrics = [...new Map(tiles.map(({ metric }) => [metric.id, metric])).values()]
  const parts = metrics.map((metric, index) => {
    const values = tiles
      .filter((tile) => tile.metric.id === metric.id)
      .flatMap(({ newest }) => (isMissing(metric, newest?.value) ? [] : [shownNumber(metric, newest.value, celsius)]))
    const label = index === 0 ? metric.label : lowerFirst(metric.label)
    const words = [
      ...new Set(
        [Math.min(...values), Math.max(...values)].map((one) => formatNumber(one, decimalsFor(metric, values))),
      ),
    ]
    return values.length === 0 ? `${label} N/A` : `${label} ${withUnit(words.join('–'), shownUnit(metric, celsius))}`
  })
  const broken = tiles.filter(isBroken).length
  return [...parts, broken > 0 && `${broken} beyond a limit`].filter(Boolean).join(', ')
}

/** Leaves abbreviations such as CO₂ and VPD unchanged. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
