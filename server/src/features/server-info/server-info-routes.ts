import { type BoardAddresses, serverRoutes } from '@greenhouse/contract'
import { isRegistrationOpen } from '../users/registration-open.ts'
import type { Context } from '../../platform/context.ts'
import type { Config } from '../../platform/config/config.ts'
import type { NetworkAccess } from '../../platform/network/network-access.ts'
import { isEverywhere } from '../../platform/network/origin.ts'
import { isInContainer, isLoopback, isNearby, ownAddresses } from '../../platform/network/own-addresses.ts'

interface ServerParts {
  readonly devicePort: () => number
  readonly network: Pick<NetworkAccess, 'host'>
}

export function serveServerInfo({ config, db, serve }: Context, { devicePort, network }: ServerParts): void {
  serve(serverRoutes.info, async () => ({
    registrationOpen: await isRegistrationOpen({ config, db }),
    sendsMail: config.smtpUrl !== null,
    publicUrl: config.publicUrl,
    mqttPort: devicePort(),
    mqttTls: config.tls !== null,
  }))

  serve(serverRoutes.boardAddresses, (_, { address }) => boardAddressesFor({ ...config, host: network.host }, address))
}

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
