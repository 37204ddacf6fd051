import { lazy, Suspense } from 'react'
import type { BoardSnippetsProps } from './snippets/board-snippets.tsx'
import { SnippetsSkeleton } from './snippets/snippets-skeleton.tsx'

const BoardSnippets = lazy(async () => ({ default: (await import('./snippets/board-snippets.tsx')).BoardSnippets }))

export function SendReadings(props: BoardSnippetsProps) {
  return (
    <Suspense fallback={<SnippetsSkeleton />}>
      <BoardSnippets {...props} />
    </Suspense>
  )
}
