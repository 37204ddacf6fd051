import type { Plant } from '@greenhouse/contract'
import { Check, Clock, Droplet } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { UndoButton } from '../queue/undo-button.tsx'
import { useWaitingWatering } from '../queue/queue.ts'
import { dueLabel, isThirsty, plantFacts } from './due.ts'
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
  const { plant, placeName, now, look = 'card' } = props
  const { plantType, isDead } = plant
  // Dead plants can't be selected.
  const selected = isDead ? undefined : props.selected
  return (
    <article className={classes(CARD, LOOKS[look], colourOf(isDead, selected === true))}>
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
      <p className="truncate text-sm text-ink-soft [grid-area:facts]">
        {plantFacts(plant)}
        {placeName !== undefined && (
          <>
            , <bdi>{placeName}</bdi>
          </>
        )}
      </p>
      <CardFoot {...props} />
    </article>
  )
})

/** Says when the plant is due, or that its watering waits for the network. */
function CardFoot({ plant, now, onWater, look = 'card', filled = false, ...props }: PlantCardProps) {
  const { plantId, plantName, isDead } = plant
  const waiting = useWaitingWatering(plantId)
  const isSelecting = props.selected !== undefined && !isDead
  const due = isDead ? 'Dead' : dueLabel(plant, now)
  const colour = isThirsty(plant, now) ? 'font-medium text-danger' : 'text-ink-soft'
  return (
    <>
      <p
        className={classes(
          'flex min-h-9 items-center gap-2 text-sm whitespace-nowrap [grid-area:due]',
          look !== 'card' && 'max-sm:min-h-0',
          FOOT_LOOKS[look],
          waiting ? 'text-sun-ink' : colour,
        )}
      >
        {waiting && <Clock aria-hidden className="size-4 shrink-0" />}
        {!waiting && due !== undefined && <Droplet aria-hidden className="size-4 shrink-0" />}
        {waiting ? 'waits for the network' : (due ?? 'No schedule')}
      </p>
      {waiting && !isSelecting && (
        <UndoButton dense act={waiting} className={classes('z-10 [grid-area:water]', FOOT_LOOKS[look])} />
      )}
      {!waiting && !isDead && onWater && !isSelecting && (
        <Button
          dense
          variant={filled ? 'leaf' : 'soft'}
          onClick={() => onWater(plant)}
          aria-label={`Water ${plantName}`}
          className={classes('z-10 [grid-area:water]', FOOT_LOOKS[look])}
        >
          Water
        </Button>
      )}
    </>
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

function colourOf(isDead: boolean, isSelected: boolean): string {
  if (isSelected) return 'border-leaf bg-leaf-wash'
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
