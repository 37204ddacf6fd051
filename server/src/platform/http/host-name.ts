import { hostname } from 'node:os'
import { isIP } from 'node:net'

/** Top-level domains that nobody can register: a name under them belongs to the visitor's own network. */
const PRIVATE = /(?:^|\.)(?:local|localhost|localdomain|lan|home|home\.arpa|internal|intranet|private|corp|test)$/

export interface HostNames {
  readonly publicUrl: string | null
  /** Further names; one that begins with a dot stands for all below it, `*` for any. */
  readonly allowedHosts: readonly string[]
}

/**
 * Returns whether a request may use a name of this server. Another site can point its own name at the address of this
 * server (DNS rebinding), and a browser would then treat its pages as ours; so a public name has to be configured. IP
 * addresses, names without a dot and names of a private network are always allowed.
 */
export function openHostNames({ publicUrl, allowedHosts }: HostNames): (host: string | undefined) => boolean {
  const own = new Set([hostname().toLowerCase(), ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])])
  return (host) => {
    const name = nameOf(host)
    if (name === undefined) return false
    if (isIP(name) !== 0 || !name.includes('.') || PRIVATE.test(name) || own.has(name)) return true
    return allowedHosts.some((one) => one === '*' || one === name || (one.startsWith('.') && name.endsWith(one)))
  }
}

/** The name in a Host header, without port, brackets and the dot at its end. */
function nameOf(host: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:\s/@[\]]+))(?::\d{1,5})?$/i.exec(host ?? '')
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '')
}
