import type { Care, Photo, Plant } from '@greenhouse/contract'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../../lib/classes.ts'
import { DoneBy } from '../care/done-by.tsx'
import { useHeardWatering } from '../care/heard-care.ts'
import { useFollowingFocus } from '../care/use-following-focus.ts'
import { useWaitingWatering } from '../queue/queue.ts'
import { intervalWords, wasJustWatered } from './due.ts'
import { CardAct, CardDue, type CardLook } from './plant-card-foot.tsx'
import { PlantPicture } from './plant-picture.tsx'
import { WaterGauge } from './water-gauge.tsx'
import { useWateringOffer } from './watering-offers.ts'
import './plant-card.css'

interface PlantCardProps {
  plant: Plant
  placeName?: string | undefined
  cover?: Photo | undefined
  now: number
  /** Must be stable, like `onWater` and `onSelect`: the card is memoized. */
  onOpen: (plant: Plant) => void
  /** Absent for who may not water. */
  onWater: ((plant: Plant) => void) | undefined
  /** `compact` is one row on phones, so that eight fit a screen; `row` is one row everywhere. */
  look?: CardLook
  /** The button is filled, as it is for the first thirsty plant of a page. */
  filled?: boolean
  /** Undefined unless plants are selected. */
  selected?: boolean | undefined
  /** @param isSpan true to select all from the plant selected last */
  onSelect?: ((plant: Plant, isSpan: boolean) => void) | undefined
}

/** Uses few elements: there may be hundreds of cards, and opening a dialog restyles each element of the page. */
export const PlantCard = memo(function PlantCard(props: PlantCardProps) {
  const { plant, placeName, cover, now, onWater, look = 'card', filled = false } = props
  const { plantType, isDead } = plant
  // Dead plants can't be selected.
  const selected = isDead ? undefined : props.selected
  const isCompact = look !== 'card'
  const waiting = useWaitingWatering(plant.plantId)
  const heard = useHeardWatering(plant.plantId)
  const offer = useWateringOffer(plant.plantId)
  const isFresh = waiting === undefined && ((heard ?? offer) !== undefined || wasJustWatered(plant, now))
  const card = useFollowingFocus<HTMLElement>((waiting ?? offer) !== undefined)
  return (
    <article
      ref={card}
      className={classes(
        CARD,
        LOOKS[look],
        selected !== undefined && 'plant-card-checked',
        colourOf(isDead, selected === true, isFresh),
      )}
    >
      <PlantPicture
        type={plantType}
        cover={cover}
        className={classes(
          'w-full rounded-control bg-sunken [grid-area:drawing]',
          DRAWING_LOOKS[look],
          isDead && 'opacity-50',
        )}
      />
      <WaterGauge plant={plant} now={now} />
      {selected !== undefined && <CheckBox isChecked={selected} look={look} />}
      <CardName {...props} selected={selected} isFresh={isFresh} />
      <CardFacts {...{ plant, placeName, heard, isFresh, isCompact }} isWaiting={waiting !== undefined} />
      <CardDue {...{ plant, now, look, isFresh }} isWaiting={waiting !== undefined} />
      {selected === undefined && (
        <CardAct {...{ plant, look, filled, waiting, offer }} onWater={isDead ? undefined : onWater} />
      )}
    </article>
  )
})

interface CardFactsProps {
  plant: Plant
  placeName: string | undefined
  /** A watering that was reported a moment ago. */
  heard: Care | undefined
  isFresh: boolean
  isCompact: boolean
  /** Its watering waits for the network. */
  isWaiting: boolean
}

function CardFacts({ plant, placeName, heard, isFresh, isCompact, isWaiting }: CardFactsProps) {
  if (isFresh)
    return (
      <p
        className={classes(
          'truncate text-sm text-leaf-strong [grid-area:facts]',
          isCompact && 'max-sm:[grid-column:due-start/facts-end]',
        )}
      >
        <Check aria-hidden className="me-1 inline size-4 align-text-bottom" />
        {heard ? <DoneBy entry={heard} /> : 'Watered just now'}
      </p>
    )
  return (
    <p
      className={classes(
        'truncate text-sm text-ink-soft [grid-area:facts]',
        isCompact && (isWaiting || plant.waterEvery === null) && 'max-sm:hidden',
      )}
    >
      {/* A row of a phone has room for the interval only. */}
      <span className={isCompact ? 'max-sm:hidden' : undefined}>
        {plant.waterEvery === null ? plant.plantType : `${plant.plantType}, `}
      </span>
      {intervalWords(plant)}
      {placeName !== undefined && (
        <span className={isCompact ? 'max-sm:hidden' : undefined}>
          , <bdi>{placeName}</bdi>
        </span>
      )}
    </p>
  )
}

/** The button of the card, or the check box that selects it, covers it. Controls above it stay clickable. */
function CardName({ plant, selected, isFresh, onOpen, onSelect }: PlantCardProps & { isFresh: boolean }) {
  const { plantName, isDead } = plant
  return (
    // Text at half opacity has too little contrast.
    <h3 className={classes(NAME, isDead && 'text-ink-soft', isFresh && 'text-leaf-strong')}>
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
function CheckBox({ isChecked, look }: { isChecked: boolean; look: CardLook }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-6 place-items-center justify-self-center rounded-small border [grid-area:check]',
        look !== 'row' && 'sm:m-1.5 sm:self-start sm:justify-self-start sm:[grid-area:drawing]',
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
/** Of a panel, which has lines between its rows. */
const PHONE_ROW =
  'plant-card-compact max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:px-3 max-sm:py-2 max-sm:-outline-offset-2!'
const LOOKS = {
  card: '',
  compact: PHONE_ROW,
  row: `${PHONE_ROW} plant-card-row sm:min-h-16 sm:rounded-none sm:border-x-0 sm:border-t-0 sm:px-3 sm:py-1.5 sm:-outline-offset-2!`,
} as const
const DRAWING_LOOKS = {
  card: 'mb-3 h-26 p-4',
  compact: 'h-14 p-1.5 sm:mb-3 sm:h-42 sm:p-6',
  row: 'h-14 p-1.5 sm:h-12 sm:p-1',
} as const
