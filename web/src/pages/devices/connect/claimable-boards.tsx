import { boardRoutes, type Board, type Device } from '@greenhouse/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { Button } from '../../../ui/button.tsx'
import { toastFailure } from '../../../ui/toast-failure.ts'
import { boardList, isClaimable } from '../../../shared/device/board-queries.ts'
import { boardName, familyWords, measureValue, proposedName } from '../../../shared/board/board-words.ts'
import { proposedInterval } from '../../../shared/board/sending-interval.ts'
import { queryKeys, refetchOutdated } from '../../../shared/query-keys.ts'

/** Boards of a hub come without a message to this page. */
const BOARDS_EVERY_MS = 3000
const VALUES_MAX = 3

interface ClaimableBoardsProps {
  hubId: string
  celsius: boolean
  onClaimed: (device: Device) => void
}

/** Lists the boards that a hub has sent. One tap makes a device of a board, with all that it measures. */
export function ClaimableBoards({ hubId, celsius, onClaimed }: ClaimableBoardsProps) {
  const { data = [] } = useQuery({ ...boardList, refetchInterval: BOARDS_EVERY_MS })
  const boards = data.filter((board) => isClaimable(board, hubId))
  return (
    <output className="block empty:hidden">
      {boards.length > 0 && (
        <ul aria-label="Boards that sent" className="grid rounded-card border border-line">
          {boards.map((board) => (
            <Row key={board.boardId} board={board} celsius={celsius} onClaimed={onClaimed} />
          ))}
        </ul>
      )}
    </output>
  )
}

function Row({ board, celsius, onClaimed }: Omit<ClaimableBoardsProps, 'hubId'> & { board: Board }) {
  const client = useQueryClient()
  const claim = useMutation({
    mutationFn: () =>
      call(boardRoutes.claim, {
        params: { boardId: board.boardId },
        body: { deviceName: proposedName(board), waitTime: String(proposedInterval(board)) },
      }),
    async onSuccess(device) {
      await refetchOutdated(client, [queryKeys.boards, queryKeys.devices, queryKeys.series])
      onClaimed(device)
    },
    onError: toastFailure,
  })
  const values = board.measures.slice(0, VALUES_MAX).map((measure) => measureValue(measure, celsius))
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <p className="min-w-0 grow">
        <bdi className="block truncate font-semibold">{boardName(board)}</bdi>
        <span className="block truncate text-sm text-ink-soft">
          {[familyWords(board.family), ...values].join(', ')}
        </span>
      </p>
      <Button busy={claim.isPending} onClick={() => claim.mutate()} aria-label={`Add ${boardName(board)}`}>
        Add
      </Button>
    </li>
  )
}
