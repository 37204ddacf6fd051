import { UNREACHABLE } from '@greenhouse/contract'
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
import { ErrorState } from '../../ui/error-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'

const SPINNER_DELAY_MS = 300
const MINUTE_MS = 60_000
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
  const found = matchingPlants(plants.data ?? [], search, withDead)
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
      {plants.isError && !plants.data ? (
        <ErrorState
          message={
            plants.error.message.includes(UNREACHABLE)
              ? 'No plants found or system is down. Please refresh.'
              : plants.error.message
          }
          action={<Button onClick={() => void plants.refetch()}>Refresh</Button>}
        />
      ) : plants.data ? (
        <>
          <div className={GRID}>
            <AddTile onAdd={() => setShown({ mode: 'add' })} />
            {found.map((plant) => (
              <PlantCard
                key={plant.plantId}
                compact
                plant={plant}
                now={now}
                onOpen={() => setShown({ mode: 'details', plantId: plant.plantId })}
                onWater={() => water(plant)}
              />
            ))}
          </div>
          {found.length === 0 && (
            <EmptyState title="No plants found">
              {search.trim() === ''
                ? 'Add your first plant, and Greenhouse tells you when it wants water.'
                : 'Try a part of its name, or View dead.'}
            </EmptyState>
          )}
        </>
      ) : (
        <PlantGridSkeleton />
      )}
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
  const late = useDelayed(SPINNER_DELAY_MS)
  return (
    <div className={GRID}>
      {late && <Loading />}
      {late && [1, 2, 3, 4].map((one) => <Skeleton key={one} className="h-20 rounded-card sm:h-60" />)}
    </div>
  )
}
