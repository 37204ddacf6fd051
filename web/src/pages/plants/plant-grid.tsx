import type { Place, Plant } from '@greenhouse/contract'
import { memo, useDeferredValue, useMemo } from 'react'
import { useNameOfPlace, type NameOfPlace } from '../../shared/place/place-queries.ts'
import { isThirsty } from '../../shared/plant/due.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NoMatch, NoPlants } from './no-plants.tsx'
import { matchingPlants } from './plant-search.ts'
import { sectionsOf, type FirstShown } from './plant-sections.ts'
import type { PlantFilter } from './use-plant-filter.ts'
import { SectionList, type SectionListProps } from './section-list.tsx'

/** More plants than this are a list of rows. */
const CARDS_MAX = 60

interface PlantGridProps extends Pick<
  SectionListProps,
  'now' | 'onAdd' | 'onOpen' | 'onWater' | 'chosen' | 'onToggle' | 'onAddAll'
> {
  plants: readonly Plant[]
  /** Undefined for all places. */
  place: Place | undefined
  filter: PlantFilter
  firstShown: FirstShown
}

/** Rendering hundreds of cards takes a phone longer than a key press may, so the grid uses deferred values. */
export const PlantGrid = memo(function PlantGrid(props: PlantGridProps) {
  const { plants, filter, firstShown, now, place, onAdd } = props
  const nameOfPlace = useNameOfPlace()
  const wanted = useDeferredValue(
    useMemo(() => ({ plants, filter, firstShown, now, nameOfPlace }), [plants, filter, firstShown, now, nameOfPlace]),
  )
  const view = useMemo(() => viewOf(wanted), [wanted])
  if (view.sections.length === 0) {
    return view.isSearch ? (
      <NoMatch search={filter.search} names={view.names} hidesDead={view.hidesDead} onSearch={filter.setSearch} />
    ) : (
      <NoPlants place={place} hidesDead={view.hidesDead} onAdd={onAdd} />
    )
  }
  return (
    <>
      {view.lacksDead && <output className="mb-4 block text-ink-soft">No dead plants.</output>}
      <SectionList
        {...view}
        now={now}
        onAdd={view.isSearch ? undefined : onAdd}
        onOpen={props.onOpen}
        onWater={props.onWater}
        chosen={props.chosen}
        onToggle={props.onToggle}
        onAddAll={props.onAddAll}
      />
    </>
  )
})

interface Wanted extends Pick<PlantGridProps, 'plants' | 'filter' | 'firstShown' | 'now'> {
  nameOfPlace: NameOfPlace
}

function viewOf(wanted: Wanted) {
  const { plants, filter, firstShown, now, nameOfPlace } = wanted
  const { search, withDead, look } = filter
  const anyDead = plants.some(({ isDead }) => isDead)
  const searched = plants.filter(({ isDead }) => withDead || !isDead)
  const isSearch = search.trim() !== ''
  const sections = sectionsOf(matchingPlants(plants, search, withDead, nameOfPlace), firstShown, now)
  return {
    sections,
    isSearch,
    isList: look === undefined ? searched.length > CARDS_MAX : look === 'list',
    names: searched.map(({ plantName }) => plantName),
    firstThirsty: sections.flatMap((section) => section.plants).find((plant) => isThirsty(plant, now))?.plantId,
    /** There are dead plants, but they are hidden. */
    hidesDead: anyDead && !withDead,
    /** Dead plants are requested, but there are none. */
    lacksDead: withDead && !anyDead,
  }
}

export function PlantGridSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-2.5 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} className="h-20 rounded-card sm:h-60" />
      ))}
    </div>
  )
}
