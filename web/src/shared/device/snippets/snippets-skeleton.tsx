import { Skeleton } from '../../../ui/skeleton.tsx'

/** The room of the snippets until they are known. */
export function SnippetsSkeleton() {
  return <Skeleton className="h-96 w-full rounded-control" />
}
