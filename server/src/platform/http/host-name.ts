import { hostname } from 'node:os'
import { isIP } from 'node:net'

/** Endings that nobody can register: a name under them is of the visitor's own network. */
const PRIVATE = /(?:^|\.)(?:local|localhost|localdomain|lan|home|home\.arpa|internal|intranet|private|corp|test)$/

export interface HostNames {
  readonly publicUrl: string | null
  /** Further names; one that begins with a dot stands for all below it, `*` for any. */
  readonly allowedHosts: readonly string[]
}

/**
 * Says which names of this server a request may use. A page of somebody else's site can give its own name the address
 * of this server (DNS rebinding) and would then be one of ours to the browser; so a name that others may own has to be
 * told. Addresses, names without a dot and those of a private network are nobody else's.
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
