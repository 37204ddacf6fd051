import type { Plant } from '@greenhouse/contract'
import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { foldedWords, type Section } from './plant-sections.ts'
import type { ShownSection } from './use-shown-plants.ts'

const CARDS_A_ROW = 4
const PLANTS_A_BLOCK = 20
/** Skips rows out of sight, which the browser would restyle when a dialog makes the page inert. */
const FAR = '[content-visibility:auto] print:[content-visibility:visible]'
const SIZES = '[--row:18.4rem] sm:[--row:39rem] lg:[--row:19.5rem]'
const FAR_ROW = `${FAR} [contain-intrinsic-block-size:auto_var(--row)]`

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
      style={isShared ? { '--cards': cards.length } : undefined}
      className={classes('grid min-w-0 content-start gap-3', SIZES, isShared && 'lg:col-span-(--cards)')}
    >
      <SectionHead id={id} section={section} isFolded={isFolded} now={now} onFold={onFold} />
      {groupsOf(cards, isList ? PLANTS_A_BLOCK : CARDS_A_ROW).map((row, index) => (
        <div key={index} className={rowClass({ isList, isShared, isFirst: index === 0 })}>
          {row}
        </div>
      ))}
      {left > 0 && isFolded !== true && (
        <Button variant="ghost" onClick={onShowAll} className="justify-self-center">
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
  const words = isFolded === true ? foldedWords(section.plants, now) : undefined
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <h2 id={id} className={classes('text-xl', section.id === 'overdue' && 'text-danger')}>
        {section.title}
      </h2>
      <span className="text-sm text-ink-soft">{countWords(section)}</span>
      {isFolded !== undefined && (
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={onFold}
          className="ms-auto flex min-h-11 items-center gap-2 text-sm text-ink-soft"
        >
          <span className={words === undefined ? 'sr-only' : undefined}>{words ?? section.title}</span>
          <ChevronDown aria-hidden className={classes('size-4 shrink-0', !isFolded && 'rotate-180')} />
        </button>
      )}
    </div>
  )
}

/** Returns `2, one done` once some were watered. */
function countWords({ plants, done }: Section): string {
  const left = plants.length - done
  return done === 0 ? String(left) : `${left}, ${done === 1 ? 'one' : done} done`
}

function rowClass({ isList, isShared, isFirst }: { isList: boolean; isShared: boolean; isFirst: boolean }): string {
  if (isList) return classes('grid grid-cols-1 gap-1.5 lg:grid-cols-2 lg:gap-x-6', !isFirst && FAR_ROW)
  return classes(
    'grid grid-cols-1 gap-2.5 sm:grid-cols-2 sm:gap-4',
    isShared ? 'lg:grid-cols-[repeat(var(--cards),minmax(0,1fr))]' : 'lg:grid-cols-4',
    !isFirst && FAR_ROW,
  )
}

function groupsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, group) => all.slice(group * size, (group + 1) * size))
}
