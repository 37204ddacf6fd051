import type { NetworkAccess } from '@greenhouse/contract'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { BoardHost } from './board-hosts.ts'
import { listenerCommand, snippetFor, type SnippetId } from './snippets/snippets.ts'
import type { SnippetSource } from './snippets/snippet.ts'
import { CodeBlock, Listener } from './code-block.tsx'
import type { Draft, DraftDevice } from './draft.ts'
import type { Kind } from './kinds.ts'
import { MoreFields, NameField } from './device-fields.tsx'
import { NetworkSwitch } from './network-switch.tsx'
import { NewToken } from './new-token.tsx'
import type { BoardServer } from './use-board-server.ts'

interface PasteStepProps {
  kind: Kind
  draft: Draft
  /** Undefined until it is known. */
  found: BoardServer | undefined
  network: NetworkAccess | undefined
  /** False while no board reaches the server. */
  isReachable: boolean
  /** Called when what sends is on the machine of the server, which needs no network. */
  onLocal: () => void
  onChangeDevice: (change: Partial<DraftDevice>) => void
}

const PLACEHOLDER = 'YOUR-DEVICE-TOKEN'

/** Name, address, and one block to copy. */
export function PasteStep({ kind, draft, found, network, isReachable, onLocal, onChangeDevice }: PasteStepProps) {
  const device = kind.uses === 'device' ? draft.device : undefined
  const sender = device ?? draft.hub
  if (!found || !sender) return <Skeleton className="h-96 rounded-control" />
  const { info, server, hosts, host, choose, address } = found
  const source: SnippetSource = {
    server,
    deviceId: device?.deviceId ?? draft.hub?.hubId ?? '',
    deviceName: device?.deviceName ?? draft.hub?.name ?? '',
    intervalSeconds: Number(device?.waitTime ?? 60),
    token: sender.token ?? PLACEHOLDER,
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {network && info.publicUrl === null && (
        <div className="grid gap-2">
          <NetworkSwitch network={network} info={info} address={address} />
          {!isReachable && (
            <Button variant="ghost" onClick={onLocal} className="justify-self-start">
              What sends is on the server’s machine
            </Button>
          )}
        </div>
      )}
      {device && sender.token === undefined && (
        <NewToken deviceId={device.deviceId} onMade={(token) => onChangeDevice({ token })} />
      )}
      <div className="grid gap-4 empty:hidden sm:grid-cols-2">
        {device && <NameField device={device} onChanged={onChangeDevice} />}
        {hosts.length > 1 && <AddressField hosts={hosts} host={host} onChoose={choose} />}
      </div>
      {info.publicUrl !== null && network?.open === false && <MqttOfPublicUrl port={info.mqttPort} />}
      <Blocks kind={kind} source={source} isComplete={isReachable} token={sender.token} />
      {device && isReachable && <Listener command={listenerCommand(source)} />}
      {device && <MoreFields device={device} onChanged={onChangeDevice} />}
    </div>
  )
}

function AddressField({
  hosts,
  host,
  onChoose,
}: {
  hosts: readonly BoardHost[]
  host: string
  onChoose: (host: string) => void
}) {
  return (
    <SelectField
      label="Address"
      value={host}
      onChange={onChoose}
      options={hosts.map(({ host: value, isLoopback }) => ({
        value,
        label: isLoopback ? `${value}, on this machine only` : `${value}, this machine in your network`,
      }))}
    />
  )
}

/** A proxy before the web app seldom passes MQTT on. */
function MqttOfPublicUrl({ port }: { port: number }) {
  return (
    <p className="text-sm text-ink-soft">
      HTTP goes by the public address. MQTT, port {port}, is answered on the server’s machine only, unless your proxy
      passes it on.
    </p>
  )
}

interface BlocksProps {
  kind: Kind
  source: SnippetSource
  isComplete: boolean
  token: string | undefined
}

function Blocks({ kind: { blocks }, source, isComplete, token }: BlocksProps) {
  const [chosen, setChosen] = useState<SnippetId>(blocks[0])
  const id = blocks.includes(chosen) ? chosen : blocks[0]
  return (
    <>
      {blocks.length > 1 && (
        <Segments
          legend="What sends"
          choices={blocks.map((block) => ({ id: block, label: snippetFor(block, source).label }))}
          chosen={id}
          onChoose={setChosen}
        />
      )}
      <CodeBlock key={id} snippet={snippetFor(id, source)} isComplete={isComplete} token={token} />
    </>
  )
}
