import { ClientError, MINUTE_MS, type Plant } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Droplets, Plus } from 'lucide-react'
import { useState } from 'react'
import { matchingPlants } from '../../features/plants/matching-plants.ts'
import { PlantCard } from '../../features/plants/plant-card.tsx'
import { PlantDialog, type PlantDialogMode } from '../../features/plants/plant-dialog.tsx'
import { plantList } from '../../features/plants/plant-queries.ts'
import { useWatering } from '../../features/plants/use-watering.tsx'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Toggle } from '../../ui/toggle.tsx'

const SKELETON_DELAY_MS = 300
const GRID = 'grid grid-cols-1 gap-2.5 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4'

export function PlantsScreen() {
  usePageTitle('Plants')
  const plants = useQuery(plantList)
  const { confirmDialog } = useSettings()
  const { water, question } = useWatering(confirmDialog)
  const [search, setSearch] = useState('')
  const [withDead, setWithDead] = useState(false)
  const [shown, setShown] = useState<PlantDialogMode>()
  const now = useNow(MINUTE_MS)
  const anyAlive = plants.data?.some(({ isDead }) => !isDead) === true
  const opened = shown && shown.mode !== 'add' ? shown.plantId : undefined

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="me-auto text-2xl max-sm:w-full">Plants</h1>
        <SearchField label="Search plants" value={search} onChange={setSearch} className="w-full sm:w-60" />
        <Toggle label="View dead" checked={withDead} onChange={setWithDead} />
        <Button variant="leaf" disabled={!anyAlive} onClick={() => water('all')} className="max-sm:grow">
          <Droplets aria-hidden className="size-4.5" />
          Water all plants
        </Button>
      </div>
      <QueryState
        query={plants}
        skeleton={<PlantGridSkeleton />}
        skeletonAfterMs={SKELETON_DELAY_MS}
        failure={failureOf}
        retryLabel="Refresh"
      >
        {(data) => (
          <PlantGrid
            plants={matchingPlants(data, search, withDead)}
            searched={search.trim() !== ''}
            now={now}
            onAdd={() => setShown({ mode: 'add' })}
            onOpen={({ plantId }) => setShown({ mode: 'details', plantId })}
            onWater={water}
          />
        )}
      </QueryState>
      <PlantDialog
        shown={shown}
        plant={plants.data?.find(({ plantId }) => plantId === opened)}
        now={now}
        onShow={setShown}
        onWater={(plantId) => water({ plantId })}
      />
      {question}
    </>
  )
}

function failureOf(error: Error | null): string {
  const isUnreachable = error instanceof ClientError && error.code === 'network'
  if (isUnreachable) return 'No plants found or system is down. Please refresh.'
  return error?.message ?? 'Something went wrong'
}

interface PlantGridProps {
  plants: readonly Plant[]
  /** Only those that were searched for are here. */
  searched: boolean
  now: number
  onAdd: () => void
  onOpen: (plant: Plant) => void
  onWater: (plant: Plant) => void
}

function PlantGrid({ plants, searched, now, onAdd, onOpen, onWater }: PlantGridProps) {
  return (
    <>
      <div className={GRID}>
        <AddTile onAdd={onAdd} />
        {plants.map((plant) => (
          <PlantCard
            key={plant.plantId}
            compact
            plant={plant}
            now={now}
            onOpen={() => onOpen(plant)}
            onWater={() => onWater(plant)}
          />
        ))}
      </div>
      {plants.length === 0 && (
        <EmptyState title="No plants found">
          {searched
            ? 'Try a part of its name, or View dead.'
            : 'Add your first plant, and Greenhouse tells you when it wants water.'}
        </EmptyState>
      )}
    </>
  )
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

function PlantGridSkeleton() {
  return (
    <div className={GRID}>
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} className="h-20 rounded-card sm:h-60" />
      ))}
    </div>
  )
}
