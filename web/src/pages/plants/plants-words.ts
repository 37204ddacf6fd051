import type { Place, Plant } from '@greenhouse/contract'
import { sectionOf } from './plant-sections.ts'

interface Shown {
  /** Undefined for all places. */
  readonly place: Pick<Place, 'name'> | undefined
  readonly withDead: boolean
  readonly now: number
}

/** Returns `16 plants. One is overdue, two are due today.`, or with dead ones `Living room: 4 plants, one dead.` */
export function plantsWords(plants: readonly Plant[], { place, withDead, now }: Shown): string {
  const count = (id: string) => plants.filter((plant) => sectionOf(plant, now) === id).length
  const [dead, overdue, today] = [count('dead'), count('overdue'), count('today')]
  const alive = plants.length - dead
  const all = `${place ? `${place.name}: ` : ''}${alive === 1 ? '1 plant' : `${alive} plants`}`
  if (withDead && dead > 0) return `${all}, ${numberWords(dead, dead)} dead.`
  const due = [
    ...(overdue > 0 ? [`${numberWords(overdue, today)} ${overdue === 1 ? 'is' : 'are'} overdue`] : []),
    ...(today > 0 ? [`${numberWords(today, overdue)} ${today === 1 ? 'is' : 'are'} due today`] : []),
  ].join(', ')
  return due === '' ? `${all}. None is due today.` : `${all}. ${due.charAt(0).toUpperCase()}${due.slice(1)}.`
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Returns a number in words, unless it or another one of the sentence is above twelve. */
function numberWords(count: number, other: number): string {
  return Math.max(count, other) >= WORDS.length ? String(count) : (WORDS[count] ?? String(count))
}
