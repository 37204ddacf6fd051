import type { Board, HeardOnce as HeardOnceBoard } from '@greenhouse/contract'
import { useCallback, useRef, useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toast } from '../../../ui/toast.ts'
import { useIgnoreBoard } from './board-mutations.ts'
import { BoardRow } from './board-row.tsx'
import { boardName } from '../../../shared/board/board-words.ts'
import { HeardOnce } from './heard-once.tsx'

/** Ages have a coarse unit, which allows rows to be redrawn less often. */
const REDRAWN_EVERY_MS = 10_000

interface NewBoardsProps {
  /** Unclaimed boards, including ignored ones. */
  boards: readonly Board[]
  heardOnce: readonly HeardOnceBoard[]
  celsius: boolean
  onClaim: (board: Board) => void
  onAddByHand: () => void
}

export function NewBoards({ boards, heardOnce, celsius, onClaim, onAddByHand }: NewBoardsProps) {
  const [withIgnored, setWithIgnored] = useState(false)
  const now = useNow(REDRAWN_EVERY_MS)
  const title = useRef<HTMLHeadingElement>(null)
  const ignore = useIgnore(() => title.current?.focus())
  const sorted = boards.toSorted((one, other) => other.firstSeen.localeCompare(one.firstSeen))
  const waiting = sorted.filter(({ ignored }) => !ignored)
  const ignored = sorted.filter((board) => board.ignored)
  const rows = withIgnored ? [...waiting, ...ignored] : waiting
  return (
    <section aria-labelledby="new-boards" className="mb-6 rounded-card border border-line bg-surface shadow-panel">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-4 sm:px-6">
        <h2 id="new-boards" ref={title} tabIndex={-1} className="text-xl">
          New boards
        </h2>
        {ignored.length > 0 && (
          <Button variant="ghost" dense aria-pressed={withIgnored} onClick={() => setWithIgnored(!withIgnored)}>
            Show ignored boards ({ignored.length})
          </Button>
        )}
      </header>
      {rows.length === 0 ? (
        <EmptyState
          title="No unclaimed boards"
          action={<Button onClick={onAddByHand}>Add by hand</Button>}
          className="border-t border-line"
        >
          Boards that send to this server or announce themselves on the network appear here.
        </EmptyState>
      ) : (
        <ul>
          {rows.map((board, index) => (
            <BoardRow
              key={board.boardId}
              board={board}
              celsius={celsius}
              now={now}
              onClaim={onClaim}
              isFirst={index === 0}
              onIgnore={ignore}
            />
          ))}
        </ul>
      )}
      <HeardOnce boards={heardOnce} />
    </section>
  )
}

/** Moves the focus after hiding a board, because its row is removed. */
function useIgnore(moveFocus: () => void) {
  const { mutate } = useIgnoreBoard()
  const latest = useRef(moveFocus)
  return useCallback(
    (board: Board, ignored: boolean) => {
      const name = boardName(board)
      mutate(
        { boardId: board.boardId, ignored },
        {
          onSuccess: () => void toast.success(ignored ? `${name} is ignored` : `${name} is shown again`),
          onError: () => void toast.error(`${name} could not be ${ignored ? 'ignored' : 'shown'}`),
        },
      )
      latest.current()
    },
    [mutate],
  )
}
