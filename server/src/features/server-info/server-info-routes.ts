import { type BoardAddresses, serverRoutes } from '@greenhouse/contract'
import { isRegistrationOpen } from '../users/registration-open.ts'
import { serveNetworkAccess, type NetworkParts } from './network-routes.ts'
import type { Context } from '../../platform/context.ts'
import type { Config } from '../../platform/config/config.ts'
import { isEverywhere } from '../../platform/network/origin.ts'
import { isInContainer, isLoopback, isNearby, ownAddresses } from '../../platform/network/own-addresses.ts'

export interface ServerParts extends NetworkParts {
  /** The MQTT port, of this or another process. */
  readonly devicePort: () => number
}

export function serveServerInfo(context: Context, parts: ServerParts): void {
  const { config, db, serve } = context
  const { devicePort, network } = parts
  serveNetworkAccess(context, parts)

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
