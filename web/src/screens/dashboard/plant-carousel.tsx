import type { Plant } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Sprout } from 'lucide-react'
import { useCallback, useState } from 'react'
import { isThirsty } from '../../features/plants/due.ts'
import { PlantCard } from '../../features/plants/plant-card.tsx'
import { PlantDialog, type PlantDialogMode } from '../../features/plants/plant-dialog.tsx'
import { useWatering } from '../../features/plants/use-watering.tsx'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from 'wouter'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The living plants, the thirsty ones first. */
export function PlantCarousel({ plants, now }: { plants: UseQueryResult<Plant[]>; now: number }) {
  const { confirmDialog } = useSettings()
  const { water, question } = useWatering(confirmDialog)
  const [shown, setShown] = useState<PlantDialogMode>()
  const open = useCallback(({ plantId }: { plantId: string }) => setShown({ mode: 'details', plantId }), [])
  const alive = plants.data?.filter(({ isDead }) => !isDead)
  if (!alive) return plants.isError ? undefined : <Skeleton className="h-72 rounded-card" />
  if (alive.length === 0) {
    return (
      <section aria-label="Plants">
        <h2 className="mb-3 text-xl">Plants</h2>
        <EmptyState
          className="rounded-card border border-line bg-surface"
          icon={<Sprout aria-hidden className="size-8" />}
          title="No Plants Registered!"
          action={
            <Link to="/plants" className={buttonClass({ variant: 'soft' })}>
              Add a plant
            </Link>
          }
        >
          Add your plants to see here which ones need water.
        </EmptyState>
      </section>
    )
  }
  const thirstyFirst = [
    ...alive.filter((plant) => isThirsty(plant, now)),
    ...alive.filter((plant) => !isThirsty(plant, now)),
  ]
  return (
    <>
      <Carousel title="Plants">
        {thirstyFirst.map((plant) => (
          <PlantCard key={plant.plantId} {...{ plant, now }} onOpen={open} onWater={water} />
        ))}
      </Carousel>
      <PlantDialog shown={shown} plants={plants.data} now={now} onShow={setShown} onWater={water} />
      {question}
    </>
  )
}
