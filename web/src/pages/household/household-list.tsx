import { HOUSEHOLDS_PER_USER_MAX, type Household } from '@greenhouse/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { withHousehold } from '../../lib/household-address.ts'
import { Button } from '../../ui/button.tsx'
import { NewHouseholdDialog } from './household-dialog.tsx'
import { Panel } from './panel.tsx'

interface HouseholdListProps {
  households: readonly Household[]
  shown: Household | undefined
}

export function HouseholdList({ households, shown }: HouseholdListProps) {
  const [open, setOpen] = useState(false)
  const [, navigate] = useLocation()
  return (
    <Panel title="Your households">
      {households.length > 1 && (
        <ul className="-mx-2">
          {households.map((household) => (
            <li key={household.householdId}>
              <Link
                to={withHousehold('/household', household.householdId)}
                aria-current={household === shown ? 'true' : undefined}
                className="flex min-h-11 items-center justify-between gap-4 rounded-control px-2 py-1.5 hover:bg-sunken aria-[current]:bg-leaf-wash aria-[current]:font-semibold aria-[current]:text-leaf-strong"
              >
                <bdi className="min-w-0 wrap-anywhere">{household.name}</bdi>
                <span className="shrink-0 text-sm">{household.role}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {households.length < HOUSEHOLDS_PER_USER_MAX ? (
        <Button onClick={() => setOpen(true)} className="justify-self-start">
          <Plus aria-hidden className="size-4.5" />
          New household
        </Button>
      ) : (
        <p className="text-sm text-ink-soft">You are in {HOUSEHOLDS_PER_USER_MAX} households, and can’t be in more.</p>
      )}
      <NewHouseholdDialog
        open={open}
        onAdded={({ householdId }) => navigate(withHousehold('/household', householdId))}
        onClose={() => setOpen(false)}
      />
    </Panel>
  )
}
