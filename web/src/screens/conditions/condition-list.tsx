import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState, type Query } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const SKELETON_DELAY_MS = 300

export interface ConditionListProps {
  conditions: Query<unknown[]>
  /** Said when there is none at all, and what one is for. */
  empty: { title: string; children: ReactNode; action?: ReactNode }
  rows: ReactNode[]
}

/** The rows of the conditions that match, or why there are none. */
export function ConditionList({ conditions, empty, rows }: ConditionListProps) {
  return (
    <QueryState
      query={conditions}
      skeleton={<Skeleton className="h-56 rounded-card" />}
      skeletonAfterMs={SKELETON_DELAY_MS}
      failure="The alert conditions could not be loaded."
      empty={<EmptyState {...empty} />}
    >
      {() =>
        rows.length === 0 ? (
          <EmptyState title="No condition matches">Try other words or clear the filters.</EmptyState>
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">{rows}</ul>
        )
      }
    </QueryState>
  )
}
