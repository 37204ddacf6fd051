import type { Board, Broker, Hub, ClaimedDevice } from '@greenhouse/contract'
import { HubDialog } from './hub-dialog.tsx'
import type { ServerAddresses } from './server-addresses.ts'
import { type OwnDevice, ClaimForm } from './claim-form.tsx'
import { FormButtons } from '../../../ui/form-buttons.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { CHANGE_TOAST, toast } from '../../../ui/toast.ts'
import { useSaveBroker, useRemoveBroker, useRemoveHub, useClaimBoard } from './board-mutations.ts'
import { BrokerForm } from './broker-form.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { boardName, familyWords, boardIntervalWords } from '../../../shared/board/board-words.ts'
import type { ClaimInput } from './claim-input.ts'

export type AskedBoard =
  | { readonly dialog: 'claim'; readonly board: Board }
  | { readonly dialog: 'hub' }
  | { readonly dialog: 'remove-hub'; readonly hub: Hub }
  | { readonly dialog: 'broker'; readonly broker: Broker | undefined }
  | { readonly dialog: 'remove-broker'; readonly broker: Broker }

interface BoardDialogsProps {
  asked: AskedBoard | undefined
  devices: readonly OwnDevice[]
  addresses: ServerAddresses | undefined
  celsius: boolean
  onClose: () => void
  onClaimed: (device: ClaimedDevice) => void
}

export function BoardDialogs({ asked, devices, addresses, celsius, onClose, onClaimed }: BoardDialogsProps) {
  return (
    <>
      <ClaimSheet
        board={asked?.dialog === 'claim' ? asked.board : undefined}
        devices={devices}
        celsius={celsius}
        onClose={onClose}
        onClaimed={onClaimed}
      />
      <HubDialog open={asked?.dialog === 'hub'} addresses={addresses} onClose={onClose} />
      <RemoveHubQuestion hub={asked?.dialog === 'remove-hub' ? asked.hub : undefined} onClose={onClose} />
      <BrokerDialog edited={asked?.dialog === 'broker' ? asked : undefined} onClose={onClose} />
      <RemoveBrokerQuestion broker={asked?.dialog === 'remove-broker' ? asked.broker : undefined} onClose={onClose} />
    </>
  )
}

const FORM = 'broker-form'

type EditedBroker = { readonly broker: Broker | undefined }

function BrokerDialog({ edited, onClose }: { edited: EditedBroker | undefined; onClose: () => void }) {
  const broker = edited?.broker
  const { mutateAsync: save } = useSaveBroker(broker?.brokerId)
  return (
    <Sheet
      open={edited !== undefined}
      title={broker ? 'Edit broker' : 'Connect a broker'}
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel={broker ? 'Save changes' : 'Connect broker'} onCancel={onClose} />}
    >
      <BrokerForm
        id={FORM}
        broker={broker}
        onSave={async (input) => {
          await save(input)
          toast.success(broker ? 'The broker is changed' : 'The broker is added and is being connected', CHANGE_TOAST)
          onClose()
        }}
      />
    </Sheet>
  )
}

function RemoveBrokerQuestion({ broker, onClose }: { broker: Broker | undefined; onClose: () => void }) {
  const { mutateAsync: removeBroker } = useRemoveBroker()

  async function remove() {
    if (!broker) return
    await removeBroker(broker.brokerId)
    toast.success('The broker is removed', CHANGE_TOAST)
  }

  return (
    <ConfirmDialog
      open={broker !== undefined}
      title="Remove this broker?"
      confirmLabel="Remove broker"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      Nothing is received from {broker?.url} from then on. Your devices and their readings stay.
    </ConfirmDialog>
  )
}

function RemoveHubQuestion({ hub, onClose }: { hub: Hub | undefined; onClose: () => void }) {
  const { mutateAsync: removeHub } = useRemoveHub()

  async function remove() {
    if (!hub) return
    await removeHub(hub.hubId)
    toast.success(`${hub.name} is removed`, CHANGE_TOAST)
  }

  return (
    <ConfirmDialog
      open={hub !== undefined}
      title={`Remove ${hub?.name ?? ''}?`}
      confirmLabel="Remove token"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      Boards that send with this token are refused from then on. Your devices and their readings stay.
    </ConfirmDialog>
  )
}

const CLAIM_FORM = 'claim-board'

interface ClaimSheetProps {
  board: Board | undefined
  devices: readonly OwnDevice[]
  celsius: boolean
  onClose: () => void
  onClaimed: (device: ClaimedDevice) => void
}

function ClaimSheet({ board, devices, celsius, onClose, onClaimed }: ClaimSheetProps) {
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
      footer={<FormButtons form={CLAIM_FORM} submitLabel="Claim board" onCancel={onClose} />}
    >
      {board && (
        <>
          <p className="mb-5 text-sm break-words text-ink-soft">
            <bdi>{boardName(board)}</bdi>, {familyWords(board.family)}
            {board.everySeconds !== null && `, sends ${boardIntervalWords(board)}`}
          </p>
          <ClaimForm
            id={CLAIM_FORM}
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
