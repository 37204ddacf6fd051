import type { Plant } from '@greenhouse/contract'
import { Plus } from 'lucide-react'
import { memo, useDeferredValue, useMemo } from 'react'
import { matchingPlants } from '../../features/plants/matching-plants.ts'
import { PlantCard } from '../../features/plants/plant-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NoMatch, NoPlants } from './no-plants.tsx'

const GRID = 'grid grid-cols-1 gap-2.5 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4'

export interface PlantGridProps {
  /** All plants of the person. */
  plants: readonly Plant[]
  /** What was typed to search for. */
  search: string
  withDead: boolean
  now: number
  onAdd: () => void
  onOpen: (plant: Plant) => void
  onWater: (plant: Plant) => void
}

/**
 * The plants that are wanted, or a word about there being none. Hundreds of cards take a phone longer than a key press may
 * take, so they follow what was typed or watered a moment later.
 */
export const PlantGrid = memo(function PlantGrid({ now, onAdd, onOpen, onWater, ...wanted }: PlantGridProps) {
  const { plants, search, withDead } = wanted
  const view = useDeferredValue(useMemo(() => viewOf({ plants, search, withDead }), [plants, search, withDead]))
  if (view.shown.length === 0) {
    return view.isSearch ? (
      <NoMatch hidesDead={view.hidesDead} />
    ) : (
      <NoPlants hidesDead={view.hidesDead} onAdd={onAdd} />
    )
  }
  return (
    <>
      {view.lacksDead && <output className="mb-4 block text-ink-soft">No dead plants.</output>}
      <div className={GRID}>
        {!view.isSearch && <AddTile onAdd={onAdd} />}
        {view.shown.map((plant) => (
          <PlantCard key={plant.plantId} compact {...{ plant, now, onOpen, onWater }} />
        ))}
      </div>
    </>
  )
})

function viewOf({ plants, search, withDead }: Pick<PlantGridProps, 'plants' | 'search' | 'withDead'>) {
  const anyDead = plants.some(({ isDead }) => isDead)
  return {
    shown: matchingPlants(plants, search, withDead),
    isSearch: search.trim() !== '',
    /** There are dead plants, which are not shown. */
    hidesDead: anyDead && !withDead,
    /** Dead plants are wanted, and there are none. */
    lacksDead: withDead && !anyDead,
  }
}

function AddTile({ onAdd }: { onAdd: () => void }) {
  return (
    <button
      type="button"
      onClick={onAdd}
      className="flex min-h-16 items-center justify-center gap-2 rounded-card border-2 border-dashed border-line-strong p-4 font-semibold text-ink-soft transition-colors hover:border-leaf hover:text-leaf sm:min-h-60 sm:flex-col"
    >
      <Plus aria-hidden className="size-6" />
      Add a plant
    </button>
  )
}

export function PlantGridSkeleton() {
  return (
    <div className={GRID}>
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} className="h-20 rounded-card sm:h-60" />
      ))}
    </div>
  )
}
