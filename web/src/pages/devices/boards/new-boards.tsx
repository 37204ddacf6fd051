import { type Board, type HeardOnce as HeardOnceBoard, OVERHEARD_FAMILIES } from '@greenhouse/contract'
import { useCallback, useRef, useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toast } from '../../../ui/toast.ts'
import { useIgnoreBoard } from './board-mutations.ts'
import { BoardRow } from './board-row.tsx'
import { boardName, familyWords } from '../../../shared/board/board-words.ts'

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
        <h2 id="new-boards" ref={title} tabIndex={-1} className="text-lg">
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

const OVERHEARD = 'Your gateway also overhears boards of neighbours, so these are listed with their second message.'
const MANY = 'Many new boards came at once, so these are listed one after the other as they send.'

function HeardOnce({ boards }: { boards: readonly HeardOnceBoard[] }) {
  if (boards.length === 0) return null
  const isOverheard = ({ family }: HeardOnceBoard) => OVERHEARD_FAMILIES.includes(family)
  const names = boards.map(({ family, externalId }) => `${familyWords(family)} ${externalId}`)
  return (
    <p title={names.join('\n')} className="border-t border-line px-4 py-3 text-sm text-ink-soft sm:px-6">
      <b className="font-semibold text-ink">Heard once: {boards.length} more</b>.{' '}
      {boards.some(isOverheard) && OVERHEARD} {!boards.every(isOverheard) && MANY}
    </p>
  )
}
