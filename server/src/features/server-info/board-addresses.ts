import type { BoardAddresses } from '@greenhouse/contract'
import type { Config } from '../../platform/config/config.ts'
import { isEverywhere } from '../../platform/network/origin.ts'
import { isInContainer, isLoopback, isNearby, ownAddresses } from '../../platform/network/own-addresses.ts'

/**
 * Returns where boards find the server, for somebody who asks from `caller`.
 *
 * The addresses of a machine show how the network behind it is built. Only people on such a network get them: whoever asks
 * from elsewhere, or a server with a public address, which boards use as people do, gets none.
 *
 * @param own the addresses of this machine; unknown in a container
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
