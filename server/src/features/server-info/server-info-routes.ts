import { serverRoutes } from '@greenhouse/contract'
import { isRegistrationOpen } from '../users/registration-open.ts'
import type { Context } from '../../platform/context.ts'
import { boardAddressesFor } from './board-addresses.ts'

export function serveServerInfo({ config, db, serve }: Context, devicePort: () => number): void {
  serve(serverRoutes.info, async () => ({
    registrationOpen: await isRegistrationOpen({ config, db }),
    sendsMail: config.smtpUrl !== null,
    publicUrl: config.publicUrl,
    mqttPort: devicePort(),
    mqttTls: config.tls !== null,
  }))

  serve(serverRoutes.boardAddresses, (_, { address }) => boardAddressesFor(config, address))
}
