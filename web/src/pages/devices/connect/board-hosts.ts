import type { BoardAddresses, ServerInfo } from '@greenhouse/contract'

export interface BoardHost {
  readonly host: string
  /** Reachable only from the server's own machine. */
  readonly isLoopback: boolean
}

interface BoardHosts {
  /** The best first. */
  readonly hosts: readonly [BoardHost, ...BoardHost[]]
  /** Says why no board can reach the server yet, and how to change that. */
  readonly caution: string | undefined
}

const CLOSED =
  'Boards can’t reach this server yet: it answers only on its own machine. “Add a device” opens it to your network, or says who can.'

/** Returns the public host, or that of the page (its origin) and the addresses of the server's machine. */
export function boardHosts(
  { publicUrl }: Pick<ServerInfo, 'publicUrl'>,
  { onlyThisMachine, addresses }: BoardAddresses,
  page: string,
): BoardHosts {
  const { hostname } = new URL(publicUrl ?? page)
  const own = { host: hostname, isLoopback: isLoopback(hostname) }
  if (publicUrl !== null) return { hosts: [own], caution: undefined }
  if (onlyThisMachine) return { hosts: [own], caution: CLOSED }
  const others = addresses.filter((host) => host !== hostname).map((host) => ({ host, isLoopback: false }))
  if (!own.isLoopback) return { hosts: [own, ...others], caution: undefined }
  const [first, ...rest] = others
  if (first) return { hosts: [first, ...rest, own], caution: undefined }
  const caution = `Boards can’t reach ${hostname}. Open this page at the address that the server’s machine has in your network.`
  return { hosts: [own], caution }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
