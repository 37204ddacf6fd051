import { serverRoutes } from '@greenhouse/contract'
import type { Context } from './platform/context.ts'

/** Tells browsers what they can't know: may one register here, and where do devices connect. */
export function serveServerInfo({ config, serve }: Context, devicePort: () => number): void {
  serve(serverRoutes.info, () => ({
    registrationOpen: config.registrationOpen,
    sendsMail: config.smtpUrl !== null,
    publicUrl: config.publicUrl,
    mqttPort: devicePort(),
    mqttTls: config.tls !== null,
  }))
}
