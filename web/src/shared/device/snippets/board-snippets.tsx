import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../../../lib/classes.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { boardHosts, type BoardHost } from '../board-hosts.ts'
import { Caution } from '../caution.tsx'
import { boardAddressesQuery, serverInfoQuery } from '../../server/server-queries.ts'
import { SnippetsSkeleton } from './snippets-skeleton.tsx'
import { serverAddress, type ServerAddress } from './server-address.ts'
import { snippetText, type Snippet, type Step } from './snippet.ts'
import { snippetsFor } from './snippets.ts'

export interface BoardSnippetsProps {
  device: { deviceId: string; deviceName: string; waitTime: string }
  token: string | undefined
  /** Gives all tabs the same height, so that a dialog around them does not jump. */
  fixed?: boolean
  /** Called before a link is followed. */
  onLeave?: (() => void) | undefined
}

export function BoardSnippets({ device, token, fixed = false, onLeave }: BoardSnippetsProps) {
  const { server, choice, caution } = useBoardServer()
  const [chosen, setChosen] = useState('esphome')
  const snippets =
    server &&
    snippetsFor({
      ...device,
      server,
      intervalSeconds: Number(device.waitTime),
      token: token ?? 'YOUR-DEVICE-TOKEN',
    })
  const shown = snippets?.find(({ id }) => id === chosen)
  if (!snippets || !shown) return <SnippetsSkeleton />
  return (
    <div className="grid grid-cols-1 gap-5">
      {caution !== undefined && <Caution>{caution}</Caution>}
      {choice}
      <Tabs label="Kinds of boards" tabs={snippets} selected={chosen} onSelect={setChosen} wraps>
        <div className={classes('flex flex-col gap-3 pt-4', fixed && 'h-88')}>
          <Needs snippet={shown} onLeave={onLeave} />
          <Copyable key={shown.id} label={shown.title} text={snippetText(shown)} code>
            {typeof shown.content === 'string' ? undefined : <Steps steps={shown.content} />}
          </Copyable>
        </div>
      </Tabs>
    </div>
  )
}

/** Returns the address for boards and a field to choose another one; undefined until loaded. */
function useBoardServer(): { server: ServerAddress | undefined; choice: ReactNode; caution: string | undefined } {
  const { data: info } = useQuery(serverInfoQuery)
  const addresses = useQuery(boardAddressesQuery)
  const [chosen, setChosen] = useState<string>()
  // Without the addresses of the machine only that of the page is offered.
  const found = addresses.data ?? (addresses.isError ? { onlyThisMachine: false, addresses: [] } : undefined)
  if (!info || !found) return { server: undefined, choice: null, caution: undefined }
  const page = window.location.origin
  const { hosts, caution } = boardHosts(info, found, page)
  const { host } = hosts.find((one) => one.host === chosen) ?? hosts[0]
  return {
    server: serverAddress(info, page, host),
    choice: hosts.length > 1 && (
      <SelectField
        label="Address of the server"
        hint="Where the board finds it; the commands below name it."
        value={host}
        onChange={setChosen}
        options={hosts.map((one) => ({ value: one.host, label: labelOf(one) }))}
      />
    ),
    caution,
  }
}

function labelOf({ host, isLoopback }: BoardHost): string {
  return isLoopback ? `${host}, on this machine only` : host
}

function Needs({
  snippet: { needsHub = false, note },
  onLeave,
}: {
  snippet: Snippet
  onLeave: (() => void) | undefined
}) {
  if (!needsHub && note === undefined) return null
  return (
    <p className="text-sm text-ink-soft">
      {needsHub && (
        <>
          It signs in with a hub token, one for all of its boards, which you make under{' '}
          <Link to="/mydevice" onClick={onLeave} className="font-semibold text-leaf-strong underline">
            My devices
          </Link>
          .{' '}
        </>
      )}
      {note}
    </p>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid list-decimal gap-2 ps-5 font-sans whitespace-normal">
      {steps.map(({ text, value }) => (
        <li key={text}>
          {text}
          {value !== undefined && (
            <>
              : <code className="font-mono font-semibold break-all select-all">{value}</code>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
