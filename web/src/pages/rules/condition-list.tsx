import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from '../../ui/empty-state.tsx'
import { QueryState, type Query } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const SKELETON_DELAY_MS = 300
export const CONDITIONS_FAILURE = 'Failed to fetch alert conditions'

interface ConditionListProps {
  conditions: Query<unknown[]>
  /** Shown if there are no conditions. */
  empty: EmptyStateProps
  headings: readonly [string, string, string?]
  rows: ReactNode[]
}

export function ConditionList({ conditions, empty, headings, rows }: ConditionListProps) {
  return (
    <QueryState
      query={conditions}
      skeleton={<Skeleton className="h-56 rounded-card" />}
      skeletonAfterMs={SKELETON_DELAY_MS}
      failure={CONDITIONS_FAILURE}
      empty={<EmptyState {...empty} />}
    >
      {() =>
        rows.length === 0 ? (
          <EmptyState icon={<SearchX aria-hidden className="size-8" />} title="No matching conditions">
            Try a different search or clear the filters.
          </EmptyState>
        ) : (
          <div className={COLUMNS}>
            {/* Hidden on phones and from screen readers: rows make sense without them. */}
            <div
              aria-hidden
              className="col-span-full grid grid-cols-subgrid px-6 py-2 text-sm text-ink-soft max-sm:hidden"
            >
              {headings.map((heading, index) => (
                <span key={heading} className={index === 0 ? 'col-span-2' : undefined}>
                  {heading}
                </span>
              ))}
            </div>
            <ul className="col-span-full grid grid-cols-subgrid divide-y divide-line sm:border-t sm:border-line">
              {rows}
            </ul>
          </div>
        )
      }
    </QueryState>
  )
}

const COLUMNS =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 rounded-card border border-line bg-surface ' +
  'sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto_auto] sm:gap-x-3'
