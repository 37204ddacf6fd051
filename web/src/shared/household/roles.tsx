import type { HouseholdRole } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import { longestOwner, useHousehold, useMay } from './household-queries.ts'

/** Renders its children for a person who has at least this role in the household. */
export function Role({ atLeast, children }: { atLeast: HouseholdRole; children: ReactNode }): ReactNode {
  return useMay(atLeast) ? children : undefined
}

/** Renders the note for viewers, which names the longest owner. Once a page, below its headline. */
export function ViewerNote({ className = 'text-ink-soft' }: { className?: string }) {
  const household = useHousehold()
  if (household?.role !== 'viewer') return undefined
  const owner = longestOwner(household)
  return (
    <p className={className}>
      You can look at this household, not change it.
      {owner && (
        <>
          {' '}
          Ask <bdi>{owner.name}</bdi>.
        </>
      )}
    </p>
  )
}

/** Renders the headline of a page with the note for viewers. */
export function Headline({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h1 className="text-2xl">{children}</h1>
      <ViewerNote />
    </div>
  )
}
