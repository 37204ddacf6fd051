import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, House } from 'lucide-react'
import { householdList, useHousehold } from '../shared/household/household-queries.ts'
import { showHousehold } from '../lib/navigation.ts'
import { Menu } from '../ui/menu.tsx'

/** Switches between the households of a person; absent for one household. */
export function HouseholdMenu() {
  const { data: households = [] } = useQuery(householdList)
  const shown = useHousehold()
  if (!shown || households.length < 2) return undefined
  return (
    <Menu
      label="Households"
      buttonLabel={`Household: ${shown.name}`}
      groups={[
        households.map((household, index) => ({
          key: household.householdId,
          label: household.name,
          isChosen: household === shown,
          onChoose: () => showHousehold(index === 0 ? undefined : household.householdId),
        })),
      ]}
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 text-sm hover:bg-sunken"
    >
      <House aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="hidden max-w-36 truncate font-medium sm:block lg:hidden xl:block">{shown.name}</span>
      <ChevronsUpDown aria-hidden className="hidden size-4 shrink-0 text-ink-soft sm:block" />
    </Menu>
  )
}
