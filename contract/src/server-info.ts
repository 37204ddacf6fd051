import * as z from 'zod/mini'
import { route } from './route.ts'

/** What a browser needs to know of this installation: may one register, can it write, and where do devices connect. */
export const serverInfo = z.object({
  registrationOpen: z.boolean(),
  /** Whether a link to a new password can come by mail. */
  sendsMail: z.boolean(),
  publicUrl: z.nullable(z.string()),
  mqttPort: z.number(),
  mqttTls: z.boolean(),
})
export type ServerInfo = z.infer<typeof serverInfo>

export const serverRoutes = {
  info: route({ method: 'GET', path: '/api/Server/GetServerInfo', access: 'public', reply: serverInfo }),
}
