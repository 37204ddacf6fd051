import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { householdIn } from '../../lib/household-address.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import type { FindGroup } from './find.ts'
import { pageFinds } from './find-groups.ts'
import { optionsOf, type FindOption } from './find-options.ts'
import { addOpened, openedFinds } from './opened-finds.ts'

/** Returns the results, or before a search the last opened things and the pages to go to. */
export function useShownGroups(typed: string, groups: readonly FindGroup[] | undefined): readonly FindGroup[] {
  const mayChange = useMay('gardener')
  const [opened] = useState(() => openedFinds(householdIn(window.location.search)))
  if (typed.trim() !== '') return groups ?? []
  const pages = pageFinds(mayChange)
  return [
    { title: 'Last opened', finds: opened, total: opened.length },
    { title: 'Go to', finds: pages, total: pages.length },
  ].filter(({ total }) => total > 0)
}

/** Returns the rows of the list, the index of the chosen one, and what opens one. */
export function useOptions(groups: readonly FindGroup[], onClose: () => void) {
  const [, navigate] = useLocation()
  const householdId = householdIn(useSearch())
  const [index, setActive] = useState(0)
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const options = optionsOf(groups, new Set([...whole, 'Last opened', 'Go to']))
  const active = Math.max(Math.min(index, options.length - 1), 0)

  function choose(option: FindOption) {
    if ('more' in option) return setWhole(new Set([...whole, option.group]))
    const { find } = option
    if (find.kind !== 'page') addOpened(find, householdId)
    onClose()
    navigate(find.to)
  }
  return { options, active, setActive, choose }
}
