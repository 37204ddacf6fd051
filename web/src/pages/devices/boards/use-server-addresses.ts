import { useQuery } from '@tanstack/react-query'
import type { ServerAddresses } from './server-addresses.ts'
import { boardHosts } from '../../../shared/device/board-hosts.ts'
import { boardAddressesQuery, serverInfoQuery } from '../../../shared/server/server-queries.ts'
import { serverAddress } from '../../../shared/device/snippets/server-address.ts'

/** Returns the best address for boards, and why none is reachable; undefined while loading. */
export function useServerAddresses(): (ServerAddresses & { readonly caution: string | undefined }) | undefined {
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
