import * as z from 'zod/mini'
import { timestamp } from './fields.ts'
import { route } from './route.ts'
import { currentPassword } from './users.ts'

export const serverInfo = z.object({
  registrationOpen: z.boolean(),
  sendsMail: z.boolean(),
  publicUrl: z.nullable(z.string()),
  mqttPort: z.number(),
  mqttTls: z.boolean(),
})
export type ServerInfo = z.infer<typeof serverInfo>

/** `onlyThisMachine`: the server listens on loopback. `addresses`: of its networks, empty for callers outside them. */
export const boardAddresses = z.object({ onlyThisMachine: z.boolean(), addresses: z.array(z.string()) })
export type BoardAddresses = z.infer<typeof boardAddresses>

/** `open`: the server listens beyond its own machine. `switchable`: an admin may change that, as no setting decides it. */
export const networkAccess = z.object({ open: z.boolean(), switchable: z.boolean() })
export type NetworkAccess = z.infer<typeof networkAccess>

export const BACKUP_OVERDUE_MS = 2 * 86_400_000

/** `failure`: the last attempt, when it failed. */
export const backupState = z.object({
  enabled: z.boolean(),
  newest: z.nullable(z.object({ madeAt: timestamp, ageMs: z.number(), bytes: z.number() })),
  overdue: z.boolean(),
  failure: z.nullable(z.object({ at: timestamp, reason: z.string() })),
})
export type BackupState = z.infer<typeof backupState>

export const serverRoutes = {
  info: route({ method: 'GET', path: '/api/Server/GetServerInfo', access: 'public', reply: serverInfo }),
  boardAddresses: route({
    method: 'GET',
    path: '/api/Server/GetBoardAddresses',
    access: 'member',
    reply: boardAddresses,
  }),
  networkAccess: route({
    method: 'GET',
    path: '/api/Server/GetNetworkAccess',
    access: 'member',
    reply: networkAccess,
  }),
  /** Admins only. Takes effect at once, and after each restart. */
  setNetworkAccess: route({
    method: 'POST',
    path: '/api/Server/SetNetworkAccess',
    access: 'member',
    body: z.object({ open: z.boolean('Open is required'), password: currentPassword }),
    reply: networkAccess,
  }),
  /** Admins only. */
  backups: route({ method: 'GET', path: '/api/Server/GetBackupState', access: 'member', reply: backupState }),
}
