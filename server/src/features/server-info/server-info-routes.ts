import { serverRoutes } from '@greenhouse/contract'
import { isRegistrationOpen } from '../users/registration-open.ts'
import type { Context } from '../../platform/context.ts'

/** Tells browsers what they can't know: may one register here, and where do devices connect. */
export function serveServerInfo({ config, db, serve }: Context, devicePort: () => number): void {
  serve(serverRoutes.info, async () => ({
    registrationOpen: await isRegistrationOpen({ config, db }),
    sendsMail: config.smtpUrl !== null,
    publicUrl: config.publicUrl,
    mqttPort: devicePort(),
    mqttTls: config.tls !== null,
  }))
}
