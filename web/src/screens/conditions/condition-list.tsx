import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'

const SPINNER_DELAY_MS = 300

export interface ConditionListProps {
  conditions: UseQueryResult<unknown[]>
  /** Said when there is none at all, and what one is for. */
  empty: { title: string; children: ReactNode; action?: ReactNode }
  rows: ReactNode[]
}

/** Loading, failed, empty, nothing found, or the rows. */
export function ConditionList({ conditions, empty, rows }: ConditionListProps) {
  const late = useDelayed(SPINNER_DELAY_MS, conditions.isPending)
  if (conditions.isError && !conditions.data) {
    return (
      <ErrorState
        message="The alert conditions could not be loaded."
        action={<Button onClick={() => void conditions.refetch()}>Try again</Button>}
      />
    )
  }
  if (!conditions.data) {
    return late ? (
      <>
        <Loading />
        <Skeleton className="h-56 rounded-card" />
      </>
    ) : undefined
  }
  if (conditions.data.length === 0) return <EmptyState {...empty} />
  if (rows.length === 0)
    return <EmptyState title="No condition matches">Try other words or clear the filters.</EmptyState>
  return <ul className="divide-y divide-line rounded-card border border-line bg-surface">{rows}</ul>
}
