import { Skeleton } from '../../ui/skeleton.tsx'

/** The room of the history while it loads. */
export function HistorySkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-112 rounded-card" />
    </div>
  )
}
