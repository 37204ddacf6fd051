import type { Plant } from '@greenhouse/contract'
import { Droplet } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { dueLabel, isThirsty, plantFacts } from './due.ts'
import { PlantDrawing } from './plant-drawing.tsx'

interface PlantCardProps {
  plant: Plant
  placeName?: string | undefined
  now: number
  /** Must be stable, like `onWater`: the card is memoized. */
  onOpen: (plant: Plant) => void
  /** Absent for who may not water. */
  onWater: ((plant: Plant) => void) | undefined
  /** One row on phones, so that eight fit a screen. */
  compact?: boolean
}

/** Uses few elements: there may be hundreds of cards, and opening a dialog restyles each element of the page. */
export const PlantCard = memo(function PlantCard(props: PlantCardProps) {
  const { plant, placeName, now, onOpen, onWater, compact = false } = props
  const { plantName, plantType, isDead } = plant
  // Directly below the page title, or else below a heading of its own.
  const Heading = compact ? 'h2' : 'h3'
  const thirsty = isThirsty(plant, now)
  const due = isDead ? 'Dead' : dueLabel(plant, now)
  return (
    <article
      className={classes(
        CARD,
        isDead ? 'border-line/50 bg-surface/50' : 'border-line bg-surface',
        compact && 'plant-card-compact max-sm:p-2',
      )}
    >
      <PlantDrawing
        type={plantType}
        className={classes(
          'mb-3 h-26 w-full rounded-control bg-sunken p-4 [grid-area:drawing]',
          compact && 'max-sm:mb-0 max-sm:h-12 max-sm:p-1',
          isDead && 'opacity-50',
        )}
      />
      {/* Text at half opacity has too little contrast. */}
      <Heading className={classes(NAME, isDead && 'text-ink-soft')}>
        {/* The button covers the card; controls above it stay clickable. */}
        <button
          type="button"
          onClick={() => onOpen(plant)}
          className="block max-w-full truncate text-start after:absolute after:inset-0"
        >
          {plantName}
        </button>
      </Heading>
      <Facts plant={plant} placeName={placeName} />
      <p
        className={classes(
          'flex min-h-9 items-center gap-2 text-sm whitespace-nowrap [grid-area:due]',
          compact ? 'max-sm:min-h-0 sm:mt-3' : 'mt-3',
          thirsty ? 'font-medium text-danger' : 'text-ink-soft',
        )}
      >
        {due !== undefined && <Droplet aria-hidden className="size-4 shrink-0" />}
        {due ?? 'No schedule'}
      </p>
      {!isDead && onWater && (
        <Button
          dense
          variant={thirsty ? 'leaf' : 'soft'}
          onClick={() => onWater(plant)}
          aria-label={`Water ${plantName}`}
          className={classes('z-10 [grid-area:water]', compact ? 'sm:mt-3' : 'mt-3')}
        >
          Water
        </Button>
      )}
    </article>
  )
})

function Facts({ plant, placeName }: Pick<PlantCardProps, 'plant' | 'placeName'>) {
  return (
    <p className="truncate text-sm text-ink-soft [grid-area:facts]">
      {plantFacts(plant)}
      {placeName !== undefined && (
        <>
          , <bdi>{placeName}</bdi>
        </>
      )}
    </p>
  )
}

const NAME = 'min-w-0 font-sans text-lg leading-snug font-semibold tracking-normal [grid-area:name]'
const CARD = 'plant-card relative min-w-0 rounded-card border p-4 transition-colors hover:border-line-strong'
