import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServerInfo } from '@greenhouse/contract'
import { boardHosts, type BoardHost } from './board-hosts.ts'
import { serverAddress, type ServerAddress } from './snippets/server-address.ts'
import { boardAddressesQuery, serverInfoQuery } from '../../../shared/server/server-queries.ts'

export interface BoardServer {
  readonly info: ServerInfo
  readonly server: ServerAddress
  readonly hosts: readonly BoardHost[]
  readonly host: string
  readonly choose: (host: string) => void
  /** Of the server's machine in its network. */
  readonly address: string | undefined
}

/** Returns the addresses at which boards find the server, and the chosen one; undefined until loaded. */
export function useBoardServer(): BoardServer | undefined {
  const { data: info } = useQuery(serverInfoQuery)
  const addresses = useQuery(boardAddressesQuery)
  const [chosen, choose] = useState<string>()
  // Without the addresses of the machine only that of the page is offered.
  const found = addresses.data ?? (addresses.isError ? { onlyThisMachine: false, addresses: [] } : undefined)
  if (!info || !found) return undefined
  const page = window.location.origin
  const { hosts } = boardHosts(info, found, page)
  const { host } = hosts.find((one) => one.host === chosen) ?? hosts[0]
  return { info, server: serverAddress(info, page, host), hosts, host, choose, address: found.addresses[0] }
}
