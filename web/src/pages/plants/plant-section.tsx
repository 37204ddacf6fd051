import type { Plant } from '@greenhouse/contract'
import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { foldedWords, type Section } from './plant-sections.ts'
import type { ShownSection } from './use-shown-plants.ts'

const CARDS_A_ROW = 4
/** Of a list, which has one or two columns. */
const PLANTS_A_ROW = 20
const ROWS_A_BLOCK = 4
const GAP = 'grid grid-cols-1 gap-(--gap)'
/** Phones have rows without gaps, as lists have. */
const CARD_SIZES = '[--gap:0rem] sm:[--gap:1rem] [--row:18.4rem] sm:[--row:40rem] lg:[--row:19.5rem]'
const LIST_SIZES = '[--gap:0rem] [--row:92rem] sm:[--row:80rem] lg:[--row:40rem]'
const PHONE_PANEL =
  'max-sm:gap-0 max-sm:overflow-hidden max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:shadow-panel'
/** Skips blocks of rows out of sight, which the browser would restyle when a dialog makes the page inert. */
const FAR = '[content-visibility:auto] print:[content-visibility:visible]'
const FAR_ROW = `${FAR} [contain-intrinsic-block-size:auto_var(--row)]`
const FAR_BLOCK = `${FAR} [contain-intrinsic-block-size:auto_calc(var(--rows)*(var(--row)+var(--gap))-var(--gap))]`

interface PlantSectionProps extends ShownSection {
  isList: boolean
  /** With others in a row of four cards. */
  isShared: boolean
  now: number
  card: (plant: Plant) => ReactNode
  /** After the last card. */
  addTile: ReactNode
}

export function PlantSection({ section, shown, now, card, addTile, ...more }: PlantSectionProps) {
  const { isList, isShared, isFolded, onFold, onShowAll } = more
  const id = useId()
  const left = section.plants.length - shown.length
  const cards = [...shown.map(card), ...(addTile === undefined ? [] : [addTile])]
  return (
    <section
      aria-labelledby={id}
      data-section={section.id}
      style={isShared ? { '--cards': cards.length } : undefined}
      className={classes(
        'grid min-w-0 grid-cols-1 content-start gap-3',
        PHONE_PANEL,
        isList ? LIST_SIZES : CARD_SIZES,
        isShared && 'lg:col-span-(--cards)',
      )}
    >
      <SectionHead id={id} section={section} isFolded={isFolded} now={now} onFold={onFold} />
      {groupsOf(groupsOf(cards, isList ? PLANTS_A_ROW : CARDS_A_ROW), ROWS_A_BLOCK).map((rows, block) => (
        <div key={block} className={classes(GAP, block > 0 && FAR_BLOCK)} style={{ '--rows': rows.length }}>
          {rows.map((row, index) => (
            <div key={index} className={classes(rowClass(isList, isShared), (block > 0 || index > 0) && FAR_ROW)}>
              {row}
            </div>
          ))}
        </div>
      ))}
      {left > 0 && isFolded !== true && (
        <Button
          variant="ghost"
          onClick={onShowAll}
          className="justify-self-center border-transparent! text-leaf-strong max-sm:w-full max-sm:rounded-none max-sm:border-t-line!"
        >
          Show {left} more
        </Button>
      )}
    </section>
  )
}

interface SectionHeadProps extends Pick<PlantSectionProps, 'section' | 'isFolded' | 'now' | 'onFold'> {
  /** Of the heading. */
  id: string
}

function SectionHead({ id, section, isFolded, now, onFold }: SectionHeadProps) {
  const words = isFolded === true ? foldedWords(section, now) : undefined
  return (
    <div className={classes(HEAD, isFolded === undefined && 'max-sm:bg-sunken')}>
      <h2 id={id} className={classes(TITLE, section.id === 'overdue' && 'text-danger')}>
        {section.title}
      </h2>
      <SectionCount section={section} />
      {isFolded !== undefined && (
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={onFold}
          className="ms-auto flex min-h-11 min-w-11 items-center justify-end gap-2 text-sm text-ink-soft max-sm:ms-0"
        >
          <span className={words === undefined ? 'sr-only' : 'max-sm:sr-only'}>{words ?? section.title}</span>
          <ChevronDown aria-hidden className={classes('size-4 shrink-0', !isFolded && 'rotate-180')} />
        </button>
      )}
    </div>
  )
}

const HEAD = 'flex flex-wrap items-baseline gap-x-2 max-sm:min-h-11 max-sm:items-center max-sm:px-4'
const TITLE = 'text-xl max-sm:font-sans max-sm:text-md max-sm:font-semibold max-sm:tracking-normal'

/** Writes `2, one done` once some were watered. */
function SectionCount({ section: { plants, done } }: { section: Section }) {
  const left = plants.length - done
  return (
    <span className="text-sm text-ink-soft max-sm:ms-auto">
      {left}
      <span className="sr-only"> {left === 1 ? 'plant' : 'plants'}</span>
      {done > 0 && `, ${done === 1 ? 'one' : done} done`}
    </span>
  )
}

function rowClass(isList: boolean, isShared: boolean): string {
  if (isList) return 'grid grid-cols-1 lg:grid-cols-2 lg:gap-x-8'
  return classes(
    'grid grid-cols-1 gap-(--gap) sm:grid-cols-2',
    isShared ? 'lg:grid-cols-[repeat(var(--cards),minmax(0,1fr))]' : 'lg:grid-cols-4',
  )
}

function groupsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, group) => all.slice(group * size, (group + 1) * size))
}
