import { lookup as lookUp } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { kindOf } from './target-address.ts'

/** Thrown for a target to which no connection is made. Its message is for the person who named it. */
export class ForbiddenTarget extends Error {}

/**
 * The rule for connections to where members want them: the own machine, its link and metadata services never, private
 * networks only when the operator allows them.
 */
export interface Outbound {
  /**
   * Looks a host up once. Returns a lookup for `net.connect`, `tls.connect` and `http.request` that knows only the permitted
   * addresses of this answer, so that another answer of the name server a moment later changes nothing. Throws a
   * ForbiddenTarget when none is permitted, and what the name server throws.
   *
   * @param host a name, an IPv4 address, or an IPv6 address without brackets
   */
  resolve(host: string): Promise<LookupFunction>
  /** Throws a ForbiddenTarget when the host is an address to which no connection is made. Asks no name server. */
  check(host: string): void
}

interface Options {
  readonly allowPrivate: boolean
  /** Addresses that are always permitted. Only a program that builds the server itself, such as a test, can name any. */
  readonly exceptions?: readonly string[]
  readonly lookup?: (host: string) => Promise<LookupAddress[]>
}

const OWN_MACHINE =
  'No connection is made to this address: it belongs to this server itself, or to no machine of a network.'
const PRIVATE_NETWORK =
  'No connection is made to private networks. Whoever runs this server can allow it with ALLOW_PRIVATE_TARGETS=true.'

export function openOutbound({ allowPrivate, exceptions = [], lookup = lookUpAll }: Options): Outbound {
  const refusalOf = (address: string): string | undefined => {
    if (exceptions.includes(address)) return undefined
    const kind = kindOf(address)
    if (kind === 'forbidden') return OWN_MACHINE
    return kind === 'private' && !allowPrivate ? PRIVATE_NETWORK : undefined
  }
  return {
    async resolve(host) {
      const found = isIP(host) === 0 ? await lookup(host) : [{ address: host, family: isIP(host) }]
      const permitted = found.filter(({ address }) => refusalOf(address) === undefined)
      if (permitted.length === 0) throw new ForbiddenTarget(refusalOf(found[0]?.address ?? '') ?? OWN_MACHINE)
      return lookupOf(permitted)
    },
    check(host) {
      const refusal = isIP(host) === 0 ? undefined : refusalOf(host)
      if (refusal !== undefined) throw new ForbiddenTarget(refusal)
    },
  }
}

function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

function lookUpAll(host: string): Promise<LookupAddress[]> {
  return lookUp(host, { all: true })
}
