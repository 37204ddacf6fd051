import type { Plant } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Sprout } from 'lucide-react'
import { useCallback, useState } from 'react'
import { byDue } from '../../shared/plant/due.ts'
import { PlantCard } from '../../shared/plant/plant-card.tsx'
import { PlantDialog, type PlantDialogMode } from '../../shared/plant/plant-dialog.tsx'
import { useWatering } from '../../shared/plant/use-watering.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function PlantCarousel({ plants, now }: { plants: UseQueryResult<Plant[]>; now: number }) {
  const { confirmDialog } = useSettings()
  const { water, question } = useWatering(confirmDialog)
  const [shown, setShown] = useState<PlantDialogMode>()
  const open = useCallback(({ plantId }: { plantId: string }) => setShown({ mode: 'details', plantId }), [])
  const alive = plants.data?.filter(({ isDead }) => !isDead)
  if (!alive) return plants.isError ? undefined : <Skeleton className="h-72 rounded-card" />
  return (
    <>
      {alive.length === 0 ? (
        <NoPlants onAdd={() => setShown({ mode: 'add' })} />
      ) : (
        <Carousel title="Plants">
          {alive.toSorted(byDue).map((plant) => (
            <PlantCard key={plant.plantId} plant={plant} now={now} onOpen={open} onWater={water} />
          ))}
        </Carousel>
      )}
      <PlantDialog shown={shown} plants={plants.data} now={now} onShow={setShown} onWater={water} />
      {question}
    </>
  )
}

function NoPlants({ onAdd }: { onAdd: () => void }) {
  return (
    <section aria-label="Plants">
      <h2 className="mb-3 text-xl">Plants</h2>
      <EmptyState
        className="rounded-card border border-line bg-surface"
        icon={<Sprout aria-hidden className="size-8" />}
        title="No Plants Registered!"
        action={<Button onClick={onAdd}>Add a plant</Button>}
      >
        Add your plants to see here which ones need water.
      </EmptyState>
    </section>
  )
}
