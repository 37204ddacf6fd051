import type { Device, ClaimedDevice } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { boardList } from '../../../shared/device/board-queries.ts'
import { brokerList, heardOnceList, hubList } from './board-queries.ts'
import { NewBoards } from './new-boards.tsx'
import { onDemand } from '../../../lib/on-demand.ts'
import { useLoadFailureToast } from '../../../ui/use-load-failure-toast.ts'
import type { AskedBoard } from './board-dialogs.tsx'
import { ConnectBoards } from './connect-boards.tsx'
import type { ServerAddresses } from './server-addresses.ts'
import { boardHosts } from '../connect/board-hosts.ts'
import { boardAddressesQuery, serverInfoQuery } from '../../../shared/server/server-queries.ts'
import { serverAddress } from '../connect/snippets/server-address.ts'

const BoardDialogs = onDemand(async () => (await import('./board-dialogs.tsx')).BoardDialogs)

interface BoardPanelsProps {
  devices: readonly Device[]
  celsius: boolean
  onAddByHand: () => void
  onClaimed: (device: ClaimedDevice) => void
  children: ReactNode
}

/** Shows new boards above the devices, and ways to connect boards below them. */
export function BoardPanels({ devices, celsius, onAddByHand, onClaimed, children }: BoardPanelsProps) {
  const [boards, hubs, brokers] = [useQuery(boardList), useQuery(hubList), useQuery(brokerList)]
  const { data: heardOnce = [] } = useQuery(heardOnceList)
  const addresses = useServerAddresses()
  const [asked, setAsked] = useState<AskedBoard>()
  const [isNeeded, setNeeded] = useState(false)
  if (asked && !isNeeded) setNeeded(true)
  useLoadFailureToast(boards, 'Failed to fetch boards')

  const unclaimed = boards.data?.filter(({ deviceId }) => deviceId === null) ?? []
  const isClaimNear = unclaimed.length > 0
  useEffect(() => {
    if (isClaimNear) void BoardDialogs.load()
  }, [isClaimNear])
  const hasConnection = (hubs.data?.length ?? 0) + (brokers.data?.length ?? 0) > 0
  return (
    <>
      {boards.data && (isClaimNear || hasConnection || heardOnce.length > 0) && (
        <NewBoards
          boards={unclaimed}
          heardOnce={heardOnce}
          celsius={celsius}
          onAddByHand={onAddByHand}
          onClaim={(board) => setAsked({ dialog: 'claim', board })}
        />
      )}
      {children}
      <ConnectBoards
        hubs={hubs}
        brokers={brokers}
        addresses={addresses}
        onAddDevice={onAddByHand}
        onAddHub={() => setAsked({ dialog: 'hub' })}
        onRemoveHub={(hub) => setAsked({ dialog: 'remove-hub', hub })}
        onEditBroker={(broker) => setAsked({ dialog: 'broker', broker })}
        onRemoveBroker={(broker) => setAsked({ dialog: 'remove-broker', broker })}
      />
      {isNeeded && (
        <Suspense>
          <BoardDialogs
            asked={asked}
            devices={devices}
            addresses={addresses}
            celsius={celsius}
            onClaimed={onClaimed}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Returns the best address for boards, and why none is reachable; undefined while loading. */
function useServerAddresses(): (ServerAddresses & { readonly caution: string | undefined }) | undefined {
  const { data: info } = useQuery(serverInfoQuery)
  const { data, isError } = useQuery(boardAddressesQuery)
  // Without the addresses of the machine only that of the page is offered.
  const found = data ?? (isError ? { onlyThisMachine: false, addresses: [] } : undefined)
  if (!info || !found) return undefined
  const page = window.location.origin
  const { hosts, caution } = boardHosts(info, found, page)
  const { host, mqttPort, mqttTls, origin } = serverAddress(info, page, hosts[0].host)
  const authority = host.includes(':') ? `[${host}]` : host
  return { mqtt: `${mqttTls ? 'mqtts' : 'mqtt'}://${authority}:${mqttPort}`, http: origin, caution }
}
