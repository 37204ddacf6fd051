import { hostname } from 'node:os'
import { isIP } from 'node:net'

/** Top-level domains that nobody can register: names under them belong to the visitor's own network. */
const PRIVATE = /(?:^|\.)(?:local|localhost|localdomain|lan|home|home\.arpa|internal|intranet|private|corp|test)$/

export interface HostNames {
  readonly publicUrl: string | null
  /** Further names; a leading dot allows all names below, `*` any. */
  readonly allowedHosts: readonly string[]
}

/**
 * With DNS rebinding another site's name points to this server, so public names have to be configured. IP addresses,
 * names without a dot and names of private networks are always allowed.
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

function nameOf(host: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:\s/@[\]]+))(?::\d{1,5})?$/i.exec(host ?? '')
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '')
}
