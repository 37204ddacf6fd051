import type { Board, Broker, Hub, ClaimedDevice } from '@greenhouse/contract'
import { BrokerDialog } from './broker-dialog.tsx'
import { ClaimSheet } from './claim-sheet.tsx'
import { HubDialog } from './hub-dialog.tsx'
import { RemoveBrokerQuestion } from './remove-broker-question.tsx'
import { RemoveHubQuestion } from './remove-hub-question.tsx'
import type { ServerAddresses } from './server-addresses.ts'
import type { OwnDevice } from './claim-form.tsx'

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
