import type { Plant } from '@greenhouse/contract'
import { Droplet } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { dueLabel, isThirsty, plantFacts } from './due.ts'
import { PlantDrawing } from './plant-drawing.tsx'

export interface PlantCardProps {
  plant: Plant
  now: number
  /** Should stay the same from render to render, as `onWater`: a card is drawn again only when something changed. */
  onOpen: (plant: Plant) => void
  onWater: (plant: Plant) => void
  /** One row on phones, so that eight fit a screen. */
  compact?: boolean
}

/** A plant, when it needs water, and the button for it. A click anywhere else opens it. */
export const PlantCard = memo(function PlantCard(props: PlantCardProps) {
  const { plant, now, onOpen, onWater, compact = false } = props
  const { plantName, plantType, isDead } = plant
  // On a page of its own the cards stand right below its title, elsewhere below a heading of theirs.
  const Heading = compact ? 'h2' : 'h3'
  const thirsty = isThirsty(plant, now)
  return (
    <article
      className={classes(
        'relative grid min-w-0 rounded-card border border-line bg-surface transition-colors hover:border-line-strong',
        compact ? COMPACT : 'grid-cols-1 gap-3 p-4',
        isDead && 'opacity-50',
      )}
    >
      <span className={classes('grid place-items-center rounded-control bg-sunken', compact ? 'h-12 sm:h-26' : 'h-26')}>
        <PlantDrawing type={plantType} className={compact ? 'size-10 sm:size-18' : 'size-18'} />
      </span>
      <div className="min-w-0">
        <Heading className="truncate font-sans text-lg leading-snug font-semibold tracking-normal">
          {/* The button covers the card; what lies above it is reached all the same. */}
          <button
            type="button"
            onClick={() => onOpen(plant)}
            className="max-w-full truncate text-start after:absolute after:inset-0"
          >
            {plantName}
          </button>
        </Heading>
        <p className={classes('truncate text-sm text-ink-soft', compact && 'max-sm:hidden')}>{plantFacts(plant)}</p>
        {compact && (
          <p className="flex items-center gap-2 text-sm text-ink-soft sm:hidden">
            <Due {...{ plant, now, thirsty }} />
            <span className="truncate">{plantType}</span>
          </p>
        )}
      </div>
      <div className={classes('flex min-h-9 items-center justify-between gap-2', compact && 'max-sm:justify-end')}>
        <Due {...{ plant, now, thirsty }} className={compact ? 'max-sm:hidden' : ''} />
        {!isDead && (
          <Button
            dense
            variant={thirsty ? 'leaf' : 'soft'}
            onClick={() => onWater(plant)}
            aria-label={`Water ${plantName}`}
            className="z-10 ms-auto"
          >
            Water
          </Button>
        )}
      </div>
    </article>
  )
})

/** There may be hundreds of them, so those beyond the edge of the screen are neither laid out nor painted. */
const COMPACT =
  'grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 p-2 sm:grid-cols-1 sm:items-stretch sm:gap-3 sm:p-4 ' +
  '[content-visibility:auto] [contain-intrinsic-block-size:auto_4.125rem] sm:[contain-intrinsic-block-size:auto_15.375rem] ' +
  'print:[content-visibility:visible]'

function Due(props: { plant: Plant; now: number; thirsty: boolean; className?: string | undefined }) {
  const { plant, now, thirsty, className } = props
  const label = plant.isDead ? 'Dead' : dueLabel(plant, now)
  return (
    <span
      className={classes(
        'flex shrink-0 items-center gap-2 text-sm',
        thirsty ? 'font-medium text-danger' : 'text-ink-soft',
        className,
      )}
    >
      {label !== undefined && <Droplet aria-hidden className="size-4 shrink-0" />}
      {label ?? 'No schedule'}
    </span>
  )
}
