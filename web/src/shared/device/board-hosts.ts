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

/** Returns the public host, or that of the page (its origin) and the addresses of the server's machine. */
export function boardHosts(
  { publicUrl }: Pick<ServerInfo, 'publicUrl'>,
  { onlyThisMachine, addresses }: BoardAddresses,
  page: string,
): BoardHosts {
  const { hostname } = new URL(publicUrl ?? page)
  const own = { host: hostname, isLoopback: isLoopback(hostname) }
  if (publicUrl !== null) return { hosts: [own], caution: undefined }
  const address = addresses[0]
  if (onlyThisMachine) return { hosts: [own], caution: closedSentence(address, page) }
  const others = addresses.filter((host) => host !== hostname).map((host) => ({ host, isLoopback: false }))
  if (!own.isLoopback) return { hosts: [own, ...others], caution: undefined }
  const [first, ...rest] = others
  if (first) return { hosts: [first, ...rest, own], caution: undefined }
  const caution = `Boards can’t reach ${hostname}. Open this page at the address that the server’s machine has in your network.`
  return { hosts: [own], caution }
}

function closedSentence(address: string | undefined, page: string): string {
  const url = new URL(page)
  if (address !== undefined) url.hostname = address
  const where = address === undefined ? 'the address of its machine in your network' : url.origin
  return `Boards can’t reach this server, because it listens on its own machine only. Start it with HOST=0.0.0.0 and open this page at ${where}.`
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
