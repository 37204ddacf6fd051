import type { Care, Plant } from '@greenhouse/contract'
import { Check, Clock, Droplet } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { DoneBy } from '../care/done-by.tsx'
import { useHeardWatering } from '../care/heard-care.ts'
import { useWaitingWatering } from '../queue/queue.ts'
import { UndoButton } from '../queue/undo-button.tsx'
import { dueLabel, intervalWords, isThirsty, wasJustWatered } from './due.ts'
import { PlantDrawing } from './plant-drawing.tsx'
import { WaterGauge } from './water-gauge.tsx'

type Look = 'card' | 'compact' | 'row'

interface PlantCardProps {
  plant: Plant
  placeName?: string | undefined
  now: number
  /** Must be stable, like `onWater` and `onSelect`: the card is memoized. */
  onOpen: (plant: Plant) => void
  /** Absent for who may not water. */
  onWater: ((plant: Plant) => void) | undefined
  /** `compact` is one row on phones, so that eight fit a screen; `row` is one row everywhere. */
  look?: Look
  /** The button is filled, as it is for the first thirsty plant of a page. */
  filled?: boolean
  /** Undefined unless plants are selected. */
  selected?: boolean | undefined
  /** @param isSpan true to select all from the plant selected last */
  onSelect?: ((plant: Plant, isSpan: boolean) => void) | undefined
}

/** Uses few elements: there may be hundreds of cards, and opening a dialog restyles each element of the page. */
export const PlantCard = memo(function PlantCard(props: PlantCardProps) {
  const { plant, placeName, now, onWater, look = 'card', filled = false } = props
  const { plantType, isDead } = plant
  // Dead plants can't be selected.
  const selected = isDead ? undefined : props.selected
  const isCompact = look !== 'card'
  const waiting = useWaitingWatering(plant.plantId)
  const heard = useHeardWatering(plant.plantId)
  const isFresh = waiting === undefined && (heard !== undefined || wasJustWatered(plant, now))
  return (
    <article className={classes(CARD, LOOKS[look], colourOf(isDead, selected === true, isFresh))}>
      <PlantDrawing
        type={plantType}
        className={classes(
          'w-full rounded-control bg-sunken [grid-area:drawing]',
          DRAWING_LOOKS[look],
          isDead && 'opacity-50',
          // A row has no room for both.
          selected !== undefined && CHECKED_LOOKS[look],
        )}
      />
      <WaterGauge plant={plant} now={now} />
      {selected !== undefined && <CheckBox isChecked={selected} look={look} />}
      <CardName {...props} selected={selected} />
      <CardFacts {...{ plant, placeName, heard, isFresh, isCompact }} />
      <CardDue {...{ plant, now, look, isFresh }} isWaiting={waiting !== undefined} />
      {waiting && selected === undefined && (
        <UndoButton dense act={waiting} className={classes('z-10 [grid-area:water]', FOOT_LOOKS[look])} />
      )}
      {!waiting && !isDead && onWater && selected === undefined && (
        <WaterButton plant={plant} look={look} filled={filled} onWater={onWater} />
      )}
    </article>
  )
})

interface CardDueProps {
  plant: Plant
  now: number
  look: Look
  isFresh: boolean
  /** Its watering waits for the network. */
  isWaiting: boolean
}

/** Says when the plant is due, or that its watering waits for the network. */
function CardDue({ plant, now, look, isFresh, isWaiting }: CardDueProps) {
  const isCompact = look !== 'card'
  const due = plant.isDead ? 'Dead' : dueLabel(plant, now)
  const colour = isThirsty(plant, now) ? 'font-medium text-danger' : 'text-ink-soft'
  return (
    <p
      className={classes(
        'flex min-h-9 items-center gap-2 text-sm whitespace-nowrap [grid-area:due]',
        isCompact && 'max-sm:min-h-0',
        // A row of a phone has room for one of both.
        isCompact && isFresh && 'max-sm:hidden',
        FOOT_LOOKS[look],
        isWaiting ? 'text-sun-ink' : colour,
      )}
    >
      {isWaiting && <Clock aria-hidden className="size-4 shrink-0" />}
      {!isWaiting && due !== undefined && (
        <Droplet aria-hidden className={classes('size-4 shrink-0', isCompact && 'max-sm:hidden')} />
      )}
      {isWaiting ? 'waits for the network' : (due ?? 'No schedule')}
    </p>
  )
}

interface CardFactsProps {
  plant: Plant
  placeName: string | undefined
  /** A watering that was reported a moment ago. */
  heard: Care | undefined
  isFresh: boolean
  isCompact: boolean
}

function CardFacts({ plant, placeName, heard, isFresh, isCompact }: CardFactsProps) {
  if (isFresh)
    return (
      <p className="truncate text-sm text-leaf-strong [grid-area:facts]">
        <Check aria-hidden className="me-1 inline size-4 align-text-bottom" />
        {heard ? <DoneBy entry={heard} /> : 'Watered just now'}
      </p>
    )
  return (
    <p className="truncate text-sm text-ink-soft [grid-area:facts]">
      {/* A row of a phone has room for the interval only. */}
      <span className={isCompact ? 'max-sm:hidden' : undefined}>
        {plant.waterEvery === null ? plant.plantType : `${plant.plantType}, `}
      </span>
      {intervalWords(plant)}
      {placeName !== undefined && (
        <>
          , <bdi>{placeName}</bdi>
        </>
      )}
    </p>
  )
}

interface WaterButtonProps {
  plant: Plant
  look: Look
  filled: boolean
  onWater: (plant: Plant) => void
}

/** A drop in a row of a phone. */
function WaterButton({ plant, look, filled, onWater }: WaterButtonProps) {
  const isCompact = look !== 'card'
  return (
    <Button
      dense
      variant={filled ? 'leaf' : 'soft'}
      onClick={() => onWater(plant)}
      aria-label={`Water ${plant.plantName}`}
      className={classes('z-10 [grid-area:water]', isCompact && 'max-sm:size-11 max-sm:px-0!', FOOT_LOOKS[look])}
    >
      {isCompact && <Droplet aria-hidden className="size-4.5 sm:hidden" />}
      <span className={isCompact ? 'max-sm:hidden' : undefined}>Water</span>
    </Button>
  )
}

/** The button of the card, or the check box that selects it, covers it. Controls above it stay clickable. */
function CardName({ plant, selected, onOpen, onSelect }: PlantCardProps) {
  const { plantName, isDead } = plant
  return (
    // Text at half opacity has too little contrast.
    <h3 className={classes(NAME, isDead && 'text-ink-soft')}>
      {selected === undefined ? (
        <button
          type="button"
          onClick={() => onOpen(plant)}
          className="block max-w-full truncate text-start after:absolute after:inset-0"
        >
          {plantName}
        </button>
      ) : (
        <label className="block truncate select-none">
          <input
            type="checkbox"
            checked={selected}
            // A click, by the mouse or a key.
            onChange={({ nativeEvent }) => onSelect?.(plant, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {plantName}
        </label>
      )}
    </h3>
  )
}

/** Draws the state of the check box that covers the card. */
function CheckBox({ isChecked, look }: { isChecked: boolean; look: Look }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-6 place-items-center justify-self-center rounded-small border [grid-area:drawing]',
        look !== 'row' && 'sm:m-1.5 sm:self-start sm:justify-self-start',
        isChecked ? 'border-leaf bg-leaf text-on-leaf forced-colors:bg-[Highlight]' : 'border-line-strong bg-surface',
      )}
    >
      {isChecked && <Check className="size-4" />}
    </span>
  )
}

function colourOf(isDead: boolean, isSelected: boolean, isFresh: boolean): string {
  if (isSelected) return 'border-leaf bg-leaf-wash'
  if (isFresh) return 'border-line bg-leaf-wash'
  return isDead ? 'border-line/50 bg-surface/50' : 'border-line bg-surface'
}

const NAME = 'min-w-0 font-sans text-lg leading-snug font-semibold tracking-normal [grid-area:name]'
const CARD =
  'plant-card relative min-w-0 rounded-card border p-4 transition-colors hover:border-line-strong ' +
  'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-leaf'
const LOOKS = {
  card: '',
  compact: 'plant-card-compact max-sm:p-2',
  row: 'plant-card-compact plant-card-row max-sm:p-2 sm:rounded-control sm:px-3 sm:py-1.5',
} as const
const DRAWING_LOOKS = {
  card: 'mb-3 h-26 p-4',
  compact: 'h-12 p-1 sm:mb-3 sm:h-42 sm:p-6',
  row: 'h-12 p-1',
} as const
const FOOT_LOOKS = { card: 'mt-3', compact: 'sm:mt-3', row: '' } as const
const CHECKED_LOOKS = { card: '', compact: 'max-sm:invisible', row: 'invisible' } as const
