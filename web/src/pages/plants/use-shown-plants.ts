import type { Plant } from '@greenhouse/contract'
import { useState } from 'react'
import type { Section, SectionId } from './plant-sections.ts'

/** Plants of these sections may be hundreds, and are not urgent. */
const LONG: readonly SectionId[] = ['week', 'later']
const FOLDED: readonly SectionId[] = ['week', 'later', 'none', 'dead']
const SHOWN_FIRST = 8
const NONE: ReadonlySet<SectionId> = new Set()

export interface ShownSection {
  readonly section: Section
  /** The first of its plants. */
  readonly shown: readonly Plant[]
  /** Undefined for a section that can't be folded. */
  readonly isFolded: boolean | undefined
  readonly onFold: () => void
  readonly onShowAll: () => void
}

/** Returns the plants of each section to show: the first ones, or in a list none of those that are not due. */
export function useShownPlants(
  sections: readonly Section[],
  { isList, isSearch }: { isList: boolean; isSearch: boolean },
): ShownSection[] {
  const [opened, setOpened] = useState(NONE)
  const [unfolded, setUnfolded] = useState(NONE)
  return sections.map((section) => {
    const { id, plants } = section
    const isFolded = isList && !isSearch && FOLDED.includes(id) ? !unfolded.has(id) : undefined
    const isWhole = opened.has(id) || !(isList || LONG.includes(id))
    return {
      section,
      shown: isFolded === true ? [] : isWhole ? plants : plants.slice(0, SHOWN_FIRST),
      isFolded,
      onFold: () => setUnfolded((before) => toggled(before, id)),
      onShowAll: () => setOpened((before) => new Set(before).add(id)),
    }
  })
}

function toggled(before: ReadonlySet<SectionId>, id: SectionId): ReadonlySet<SectionId> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}
