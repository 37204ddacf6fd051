import { Skeleton } from '../../../ui/skeleton.tsx'

export function SnippetsSkeleton() {
  return <Skeleton className="h-96 w-full rounded-control" />
}
