import { lookup as lookUp } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { AllowedTargets } from './allowed-targets.ts'
import { interfaceAddresses } from './own-addresses.ts'
import { kindOf } from './target-address.ts'

/** Thrown for a target that is not allowed. The message is for the person who named it. */
export class ForbiddenTarget extends Error {}

/**
 * Link-local and metadata services never, this machine only for exact targets of the operator, private networks only
 * when the operator allows them.
 */
export interface Outbound {
  /**
   * Returns a lookup for `net.connect`, `tls.connect` and `http.request` that knows only the permitted addresses of one
   * answer (no DNS rebinding). Throws a ForbiddenTarget, or the error of the name server. IPv6 without brackets.
   */
  resolve(host: string, port: number): Promise<LookupFunction>
  /** Throws a ForbiddenTarget when the host is a forbidden address. Resolves no names. */
  check(host: string, port: number): void
}

interface Options {
  readonly allowPrivate: boolean
  readonly allowed?: AllowedTargets
  /** Always permitted addresses, for programs that build the server themselves, such as tests. */
  readonly exceptions?: readonly string[]
  readonly lookup?: (host: string) => Promise<LookupAddress[]>
  /** Returns the machine's addresses, which may change at run time. */
  readonly interfaces?: () => readonly string[]
}

const NO_CONNECTION = 'No connection is made to this address:'
const RESERVED = `${NO_CONNECTION} it belongs to no machine of a network.`
const PRIVATE_NETWORK =
  'No connection is made to private networks. Whoever runs this server can allow it with ALLOW_PRIVATE_TARGETS=true.'

export function openOutbound(options: Options): Outbound {
  const { allowPrivate, allowed, exceptions = [], lookup = lookUpAll, interfaces = interfaceAddresses } = options
  const refusalOf = (address: string, host: string, port: number): string | undefined => {
    const kind = kindOf(address, interfaces())
    if (kind === 'public' || exceptions.includes(address)) return undefined
    if (kind === 'forbidden') return RESERVED
    if (allowed?.has(host, port) || allowed?.has(address, port)) return undefined
    if (kind === 'own') return refusalOfOwn(host, port)
    return allowPrivate ? undefined : PRIVATE_NETWORK
  }
  return {
    async resolve(host, port) {
      const found = isIP(host) === 0 ? await lookup(host) : [{ address: host, family: isIP(host) }]
      const permitted = found.filter(({ address }) => refusalOf(address, host, port) === undefined)
      const [first] = found
      if (permitted.length === 0) throw new ForbiddenTarget(first ? refusalOf(first.address, host, port) : RESERVED)
      return lookupOf(permitted)
    },
    check(host, port) {
      const refusal = isIP(host) === 0 ? undefined : refusalOf(host, host, port)
      if (refusal !== undefined) throw new ForbiddenTarget(refusal)
    },
  }
}

function refusalOfOwn(host: string, port: number): string {
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  return `${NO_CONNECTION} it belongs to this server itself. Ask the operator to add ${target} to ALLOWED_TARGETS.`
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
