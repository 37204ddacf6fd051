import type { Plant } from '@greenhouse/contract'
import { Plus } from 'lucide-react'
import { memo, useCallback, useMemo, useRef, type ReactNode } from 'react'
import { useNameOfPlace } from '../../shared/place/place-queries.ts'
import { useCovers } from '../../shared/plant/cover-queries.ts'
import { PlantCard } from '../../shared/plant/plant-card.tsx'
import { classes } from '../../lib/classes.ts'
import { useSkippedRows } from '../../ui/use-skipped-rows.ts'
import { PlantSection } from './plant-section.tsx'
import { sharedRows, type Section } from './plant-sections.ts'
import { useSectionKey } from './use-section-key.ts'
import { useShownPlants } from './use-shown-plants.ts'

const COLUMNS = 4

export interface SectionListProps {
  sections: readonly Section[]
  isSearch: boolean
  /** Rows in place of cards. */
  isList: boolean
  /** The plant with the filled button. */
  firstThirsty: string | undefined
  now: number
  /** Absent, as `onWater`, for who may not. */
  onAdd: (() => void) | undefined
  onOpen: (plant: Plant) => void
  onWater: ((plant: Plant) => void) | undefined
  /** The selected plants; undefined unless plants are selected. */
  chosen: ReadonlySet<string> | undefined
  onToggle: (plantId: string, order: readonly string[] | undefined) => void
  onAddAll: (ids: readonly string[]) => void
}

/** Memoized: the deferred sections often stay when the grid renders again. */
export const SectionList = memo(function SectionList(props: SectionListProps) {
  const { sections, isSearch, isList, now, chosen, onAdd } = props
  const list = useRef<HTMLDivElement>(null)
  const shown = useShownPlants(sections, { isList, isSearch })
  const card = useCard(props)
  useSkippedRows(list)
  useSectionKey(chosen !== undefined, sections, props.onAddAll)
  const last = sections.findLast(({ id }) => id !== 'dead') ?? sections.at(-1)
  const tile = (section: Section): ReactNode =>
    !isList && section === last && onAdd ? <AddTile key="add" onAdd={onAdd} /> : undefined
  const rows = isList
    ? shown.map((one) => [one])
    : sharedRows(shown, ({ section, shown: own }) => own.length + (tile(section) === undefined ? 0 : 1), COLUMNS)

  return (
    <div
      ref={list}
      className={classes('grid grid-cols-1 gap-4 sm:gap-8', isList && WIDE_PANEL, chosen && 'max-sm:pb-32 sm:mb-24')}
    >
      {rows.map((row) => {
        const all = row.map((one) => (
          <PlantSection
            key={one.section.id}
            {...one}
            isList={isList}
            isShared={row.length > 1}
            now={now}
            card={card}
            addTile={tile(one.section)}
          />
        ))
        if (all.length === 1) return all[0]
        return (
          <div key={row[0]?.section.id} className="grid grid-cols-1 gap-4 sm:gap-y-8 lg:grid-cols-4">
            {all}
          </div>
        )
      })}
      {isList && onAdd && <AddTile isRow onAdd={onAdd} />}
    </div>
  )
})

/** A list is one panel. */
const WIDE_PANEL = 'sm:gap-5 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-6 sm:shadow-panel'

function useCard(props: SectionListProps): (plant: Plant) => ReactNode {
  const { sections, isList, firstThirsty, now, chosen, onOpen, onWater, onToggle } = props
  const nameOfPlace = useNameOfPlace()
  const covers = useCovers()
  const order = useMemo(
    () => sections.flatMap(({ plants }) => plants.filter(({ isDead }) => !isDead).map(({ plantId }) => plantId)),
    [sections],
  )
  const select = useCallback(
    ({ plantId }: Plant, isSpan: boolean) => onToggle(plantId, isSpan ? order : undefined),
    [onToggle, order],
  )
  return (plant) => (
    <PlantCard
      key={plant.plantId}
      look={isList ? 'row' : 'compact'}
      plant={plant}
      placeName={nameOfPlace(plant.placeId)}
      cover={covers.get(plant.plantId)}
      now={now}
      filled={plant.plantId === firstThirsty}
      onOpen={onOpen}
      onWater={onWater}
      selected={chosen?.has(plant.plantId)}
      onSelect={select}
    />
  )
}

function AddTile({ isRow = false, onAdd }: { isRow?: boolean; onAdd: () => void }) {
  return (
    <button
      type="button"
      onClick={onAdd}
      className={classes(
        'add-tile flex min-h-16 items-center justify-center gap-2 rounded-card border-2 border-dashed border-line-strong p-4 font-semibold text-ink-soft transition-colors hover:border-leaf hover:text-leaf',
        !isRow && 'sm:min-h-60 sm:flex-col',
        !isRow && 'max-sm:rounded-none max-sm:border-0 max-sm:border-t max-sm:border-solid max-sm:border-line',
      )}
    >
      <Plus aria-hidden className="size-6" />
      Add a plant
    </button>
  )
}
