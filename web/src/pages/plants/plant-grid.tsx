import type { Place, Plant } from '@greenhouse/contract'
import { Plus, SearchX, Sprout } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useRef } from 'react'
import { useNameOfPlace } from '../../shared/place/place-queries.ts'
import { PlantCard } from '../../shared/plant/plant-card.tsx'
import { classes } from '../../lib/classes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSkippedRows } from '../../ui/use-skipped-rows.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

const GAP = 'grid gap-(--gap)'
const ROW = `${GAP} grid-cols-1 sm:grid-cols-2 lg:grid-cols-4`
const SIZES = '[--gap:0.625rem] sm:[--gap:1rem] [--row:18.4rem] sm:[--row:32rem] lg:[--row:15.5rem]'
/** Skips blocks of rows out of sight, which the browser would restyle when a dialog makes the page inert. */
const FAR = '[content-visibility:auto] print:[content-visibility:visible]'
const FAR_ROW = `${FAR} [contain-intrinsic-block-size:auto_var(--row)]`
const FAR_BLOCK = `${FAR} [contain-intrinsic-block-size:auto_calc(var(--rows)*(var(--row)+var(--gap))-var(--gap))]`
const ROW_CARDS = 4
const BLOCK_ROWS = 4

interface PlantGridProps {
  plants: readonly Plant[]
  /** Undefined for all places. */
  place: Place | undefined
  search: string
  withDead: boolean
  now: number
  /** Absent, as `onWater`, for who may not. */
  onAdd: (() => void) | undefined
  onOpen: (plant: Plant) => void
  onWater: ((plant: Plant) => void) | undefined
}

/** Rendering hundreds of cards takes a phone longer than a key press may, so the grid uses deferred values. */
export const PlantGrid = memo(function PlantGrid({ place, now, onAdd, onOpen, onWater, ...wanted }: PlantGridProps) {
  const { plants, search, withDead } = wanted
  const view = useDeferredValue(useMemo(() => viewOf({ plants, search, withDead }), [plants, search, withDead]))
  const nameOfPlace = useNameOfPlace()
  const list = useRef<HTMLDivElement>(null)
  useSkippedRows(list)
  if (view.shown.length === 0) {
    return view.isSearch ? (
      <NoMatch hidesDead={view.hidesDead} />
    ) : (
      <NoPlants place={place} hidesDead={view.hidesDead} onAdd={onAdd} />
    )
  }
  return (
    <>
      {view.lacksDead && <output className="mb-4 block text-ink-soft">No dead plants.</output>}
      <div ref={list} className={classes(SIZES, GAP)}>
        {blocksOf(view.isSearch || !onAdd ? view.shown : [undefined, ...view.shown]).map((rows, block) => (
          <div key={block} className={classes(GAP, block > 0 && FAR_BLOCK)} style={{ '--rows': rows.length }}>
            {rows.map((row, index) => (
              <div key={index} className={classes(ROW, (block > 0 || index > 0) && FAR_ROW)}>
                {row.map((plant) =>
                  plant ? (
                    <PlantCard
                      key={plant.plantId}
                      compact
                      plant={plant}
                      placeName={nameOfPlace(plant.placeId)}
                      now={now}
                      onOpen={onOpen}
                      onWater={onWater}
                    />
                  ) : (
                    onAdd && <AddTile key="add" onAdd={onAdd} />
                  ),
                )}
              </div>
            ))}
          </div>
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
    /** There are dead plants, but they are hidden. */
    hidesDead: anyDead && !withDead,
    /** Dead plants are requested, but there are none. */
    lacksDead: withDead && !anyDead,
  }
}

function blocksOf<T>(cards: readonly T[]): T[][][] {
  return groupsOf(groupsOf(cards, ROW_CARDS), BLOCK_ROWS)
}

function groupsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, group) => all.slice(group * size, (group + 1) * size))
}

function AddTile({ onAdd }: { onAdd: () => void }) {
  return (
    <button
      type="button"
      onClick={onAdd}
      className="add-tile flex min-h-16 items-center justify-center gap-2 rounded-card border-2 border-dashed border-line-strong p-4 font-semibold text-ink-soft transition-colors hover:border-leaf hover:text-leaf sm:min-h-60 sm:flex-col"
    >
      <Plus aria-hidden className="size-6" />
      Add a plant
    </button>
  )
}

export function PlantGridSkeleton() {
  return (
    <div className={ROW}>
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} className="h-20 rounded-card sm:h-60" />
      ))}
    </div>
  )
}

/** Includes dead plants only on request. */
export function matchingPlants<P extends Pick<Plant, 'plantName' | 'isDead'>>(
  plants: readonly P[],
  typed: string,
  withDead: boolean,
): readonly P[] {
  const wanted = typed.trim().toLowerCase()
  return plants.filter(({ plantName, isDead }) => (withDead || !isDead) && plantName.toLowerCase().includes(wanted))
}

/** @param hidesDead true while existing dead plants are hidden */
function NoPlants({ place, hidesDead, onAdd }: Pick<PlantGridProps, 'place' | 'onAdd'> & { hidesDead: boolean }) {
  return (
    <EmptyState
      className="rounded-card border-2 border-dashed border-line-strong"
      icon={<Sprout aria-hidden className="size-8" />}
      title={place ? `No plants in ${place.name}` : 'No plants found'}
      action={
        onAdd && (
          <Button variant="leaf" onClick={onAdd}>
            <Plus aria-hidden className="size-4.5" />
            Add a plant
          </Button>
        )
      }
    >
      {noPlantsWords({ hidesDead, place }, onAdd !== undefined)}
    </EmptyState>
  )
}

function noPlantsWords(
  { hidesDead, place }: Pick<PlantGridProps, 'place'> & { hidesDead: boolean },
  mayAdd: boolean,
): string | undefined {
  if (hidesDead) return `All your plants are dead. Turn on View dead to see them${mayAdd ? ', or add a new one' : ''}.`
  if (!mayAdd) return undefined
  return place
    ? 'Add one, or move it here from another place.'
    : 'Add your first plant and Greenhouse will tell you when it needs water.'
}

function NoMatch({ hidesDead }: { hidesDead: boolean }) {
  return (
    <EmptyState icon={<SearchX aria-hidden className="size-8" />} title="No plants found">
      {hidesDead ? 'Try part of its name, or turn on View dead.' : 'Try part of its name.'}
    </EmptyState>
  )
}
