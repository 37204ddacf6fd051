import type { BoardAddresses } from '@greenhouse/contract'
import type { Config } from '../../platform/config/config.ts'
import { isEverywhere } from '../../platform/network/origin.ts'
import { isInContainer, isLoopback, isNearby, ownAddresses } from '../../platform/network/own-addresses.ts'

/** Returns nothing to clients outside of a private network: the addresses reveal the structure of the server's. */
export function boardAddressesFor(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  caller: string,
  own: readonly string[] = isInContainer() ? [] : ownAddresses(),
): BoardAddresses {
  const onlyThisMachine = isLoopback(host)
  if (publicUrl !== null || !isNearby(caller)) return { onlyThisMachine, addresses: [] }
  return { onlyThisMachine, addresses: onlyThisMachine || isEverywhere(host) ? [...own] : [host] }
}
