import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { boardHosts, type BoardHost } from './board-hosts.ts'
import { Caution } from './caution.tsx'
import { boardAddressesQuery, serverInfoQuery } from './device-queries.ts'
import { useReplaceToken } from './device-mutations.ts'
import { firstCommands, serverAddress } from './first-commands.ts'
import { NewToken } from './new-token.tsx'

const WAYS = [
  { id: 'mosquitto', label: 'MQTT' },
  { id: 'curl', label: 'HTTP' },
  { id: 'sketch', label: 'ESP32 sketch' },
] as const
type Way = (typeof WAYS)[number]['id']

export interface ConnectDialogProps {
  open: boolean
  device: { deviceId: string; deviceName: string } | undefined
  /** Known only right after it was made. */
  token: string | undefined
  /** Whether its first reading has come. */
  firstReading: ReactNode
  onClose: () => void
}

/** How a board connects: its token while it can be shown, ready commands with an address of this server, and its first reading. */
export function ConnectDialog({ open, device, token, firstReading, onClose }: ConnectDialogProps) {
  return (
    <Dialog
      open={open}
      title={`Connect ${device?.deviceName ?? ''}`}
      onClose={onClose}
      footer={
        <>
          <div className="min-w-0 self-center sm:me-auto">{device && firstReading}</div>
          <Button variant="leaf" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {device && <Guide deviceId={device.deviceId} given={token} />}
    </Dialog>
  )
}

function Guide({ deviceId, given }: { deviceId: string; given: string | undefined }) {
  const replace = useReplaceToken()
  const token = replace.data?.deviceToken ?? given
  return (
    <div className="grid grid-cols-1 gap-5">
      {token === undefined ? (
        <NewToken
          onConfirm={async (password) => void (await replace.mutateAsync({ userDeviceId: deviceId, password }))}
        />
      ) : (
        <div className="grid gap-2">
          <Copyable label="Device token" text={token} />
          <p className="text-sm text-ink-soft">Copy it now, it won’t be shown again. Treat it like a password.</p>
        </div>
      )}
      <Copyable label="Device id" text={deviceId} />
      <Commands deviceId={deviceId} token={token ?? 'YOUR-DEVICE-TOKEN'} />
    </div>
  )
}

function Commands({ deviceId, token }: { deviceId: string; token: string }) {
  const { data: info } = useQuery(serverInfoQuery)
  const addresses = useQuery(boardAddressesQuery)
  const [way, setWay] = useState<Way>('mosquitto')
  const [chosen, setChosen] = useState<string>()

  // Without the addresses of the machine that of the page is left.
  const found = addresses.data ?? (addresses.isError ? { onlyThisMachine: false, addresses: [] } : undefined)
  const page = window.location.origin
  const known = info && found && { info, ...boardHosts(info, found, page) }
  const host = known?.hosts.find((one) => one.host === chosen)?.host ?? known?.hosts[0].host
  return (
    <>
      {known?.caution !== undefined && <Caution>{known.caution}</Caution>}
      {known && known.hosts.length > 1 && (
        <SelectField
          label="Address of the server"
          hint="Where the board finds it; the commands below name it."
          value={host ?? ''}
          onChange={setChosen}
          options={known.hosts.map((one) => ({ value: one.host, label: labelOf(one) }))}
        />
      )}
      <Tabs label="Ways to connect" tabs={WAYS} selected={way} onSelect={setWay}>
        <div className="pt-4">
          {known && host !== undefined ? (
            <Copyable
              label={LABELS[way]}
              text={firstCommands(serverAddress(known.info, page, host), deviceId, token)[way]}
              code
            />
          ) : (
            <Skeleton className="h-66 w-full rounded-control" />
          )}
        </div>
      </Tabs>
    </>
  )
}

function labelOf({ host, isLoopback }: BoardHost): string {
  return isLoopback ? `${host}, on this machine only` : host
}

const LABELS: Record<Way, string> = {
  mosquitto: 'Send a test reading with mosquitto_pub',
  curl: 'Send a test reading with curl',
  sketch: 'Arduino sketch',
}
