import type { Board, ClaimedDevice } from '@greenhouse/contract'
import { FormButtons } from '../../../ui/form-buttons.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { toast } from '../../../ui/toast.ts'
import { useClaimBoard } from './board-mutations.ts'
import { boardName, familyWords, boardIntervalWords } from '../../../shared/board/board-words.ts'
import { ClaimForm, type OwnDevice } from './claim-form.tsx'
import type { ClaimInput } from './claim-input.ts'

const FORM = 'claim-board'

interface ClaimSheetProps {
  board: Board | undefined
  devices: readonly OwnDevice[]
  celsius: boolean
  onClose: () => void
  onClaimed: (device: ClaimedDevice) => void
}

export function ClaimSheet({ board, devices, celsius, onClose, onClaimed }: ClaimSheetProps) {
  const { mutateAsync: claimBoard } = useClaimBoard()

  async function claim(boardId: string, input: ClaimInput) {
    const device = await claimBoard({ boardId, claim: input })
    const isOwn = input.deviceId !== undefined
    toast.success(isOwn ? `The board belongs to ${device.deviceName}` : `${device.deviceName} is claimed`)
    onClose()
    onClaimed(device)
  }

  return (
    <Sheet
      open={board !== undefined}
      title="Claim this board"
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel="Claim board" onCancel={onClose} />}
    >
      {board && (
        <>
          <p className="mb-5 text-sm break-words text-ink-soft">
            <bdi>{boardName(board)}</bdi>, {familyWords(board.family)}
            {board.everySeconds !== null && `, sends ${boardIntervalWords(board)}`}
          </p>
          <ClaimForm
            id={FORM}
            board={board}
            devices={devices}
            celsius={celsius}
            onClaim={(input) => claim(board.boardId, input)}
          />
        </>
      )}
    </Sheet>
  )
}
