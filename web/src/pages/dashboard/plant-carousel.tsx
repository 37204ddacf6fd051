import type { Place, Plant } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Plus, Sprout } from 'lucide-react'
import { useCallback, useState, Children, useEffect, useRef, type ReactNode } from 'react'
import { useNameOfPlace } from '../../shared/place/place-queries.ts'
import { byDue } from '../../shared/plant/due.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { useCovers } from '../../shared/plant/cover-queries.ts'
import { PlantCard } from '../../shared/plant/plant-card.tsx'
import { PlantDialog, type PlantDialogMode } from '../../shared/plant/plant-dialog.tsx'
import { useWatering } from '../../shared/plant/use-watering.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface PlantCarouselProps {
  plants: UseQueryResult<Plant[]>
  /** Undefined for all places. */
  place: Place | undefined
  now: number
}

export function PlantCarousel({ plants, place, now }: PlantCarouselProps) {
  const { confirmDialog } = useSettings()
  const { water, question } = useWatering(confirmDialog)
  const [shown, setShown] = useState<PlantDialogMode>()
  const open = useCallback(({ plantId }: { plantId: string }) => setShown({ mode: 'details', plantId }), [])
  const [mayWater, mayAdd] = [useMay('carer'), useMay('gardener')]
  const nameOfPlace = useNameOfPlace()
  const covers = useCovers()
  const alive = plants.data?.filter(({ isDead }) => !isDead)
  if (!alive) return plants.isError ? undefined : <Skeleton className="h-72 rounded-card" />
  return (
    <>
      {alive.length === 0 ? (
        <NoPlants place={place} onAdd={mayAdd ? () => setShown({ mode: 'add' }) : undefined} />
      ) : (
        <Carousel title="Plants">
          {alive.toSorted(byDue).map((plant) => (
            <PlantCard
              key={plant.plantId}
              plant={plant}
              placeName={nameOfPlace(plant.placeId)}
              cover={covers.get(plant.plantId)}
              now={now}
              onOpen={open}
              onWater={mayWater ? water : undefined}
            />
          ))}
        </Carousel>
      )}
      <PlantDialog shown={shown} plants={plants.data} now={now} onShow={setShown} onWater={water} />
      {question}
    </>
  )
}

function NoPlants({ place, onAdd }: { place: Place | undefined; onAdd: (() => void) | undefined }) {
  return (
    <section aria-label="Plants">
      <h2 className="mb-3 text-lg">Plants</h2>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-dashed border-line-strong p-4 sm:px-8">
        <Sprout aria-hidden className="size-10 shrink-0 text-leaf" />
        <div className="min-w-0 grow basis-48">
          <p className="font-semibold">{place ? `No plants in ${place.name}` : 'No Plants Registered!'}</p>
          {onAdd && <p className="text-ink-soft">Plants you add here tell you when they need water.</p>}
        </div>
        {onAdd && (
          <Button onClick={onAdd}>
            <Plus aria-hidden className="size-4" />
            Add a plant
          </Button>
        )}
      </div>
    </section>
  )
}

interface CarouselProps {
  /** Also names the region. */
  title: string
  children: ReactNode
}

/** Shows one to four cards of at least 300 px, as many as fit. */
function Carousel({ title, children }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const [isFirst, setFirst] = useState(true)
  const [isLast, setLast] = useState(true)

  const update = useCallback(() => {
    if (!track.current) return
    const { scrollLeft, scrollWidth, clientWidth } = track.current
    setFirst(scrollLeft < 1)
    setLast(scrollLeft + clientWidth > scrollWidth - 1)
  }, [])

  // After every render: the number of cards may have changed.
  useEffect(update)

  useEffect(() => {
    if (!track.current) return undefined
    const observer = new ResizeObserver(update)
    observer.observe(track.current)
    return () => observer.disconnect()
  }, [update])

  function turn(direction: 1 | -1) {
    const list = track.current
    list?.scrollBy({ left: direction * list.clientWidth })
  }

  return (
    <section aria-label={title} className="@container min-w-0">
      <header className="mb-3 flex items-center justify-between">
        <h2 className="text-lg">{title}</h2>
        <div className="flex gap-1">
          <IconButton label="Previous page" tone="ink" disabled={isFirst} onClick={() => turn(-1)}>
            <ArrowLeft aria-hidden className="size-5" />
          </IconButton>
          <IconButton label="Next page" tone="ink" disabled={isLast} onClick={() => turn(1)}>
            <ArrowRight aria-hidden className="size-5" />
          </IconButton>
        </div>
      </header>
      <ul
        ref={track}
        onScroll={update}
        className="grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col gap-4 overflow-x-auto scroll-smooth overscroll-x-contain pb-1 [scrollbar-width:none] @[616px]:auto-cols-[calc((100%-1rem)/2)] @[932px]:auto-cols-[calc((100%-2rem)/3)] @[1248px]:auto-cols-[calc((100%-3rem)/4)]"
      >
        {Children.map(children, (card) => (
          <li className="grid min-w-0 snap-start">{card}</li>
        ))}
      </ul>
    </section>
  )
}
