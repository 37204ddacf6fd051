import type { BoardAddresses } from '@greenhouse/contract'
import type { Config } from '../../platform/config/config.ts'
import { isEverywhere } from '../../platform/network/origin.ts'
import { isInContainer, isLoopback, isNearby, ownAddresses } from '../../platform/network/own-addresses.ts'

/**
 * Returns the addresses at which boards find the server. They reveal the structure of its network, so only clients on a
 * private network get them. None when there is a public address.
 * @param caller address of the client
 * @param own addresses of this machine; unknown in a container
 */
export function boardAddressesFor(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  caller: string,
  own: readonly string[] = isInContainer() ? [] : ownAddresses(),
): BoardAddresses {
  const onlyThisMachine = isLoopback(host)
  if (publicUrl !== null || !isNearby(caller)) return { onlyThisMachine, addresses: [] }
  return { onlyThisMachine, addresses: onlyThisMachine || isEverywhere(host) ? [...own] : [host] }
}
