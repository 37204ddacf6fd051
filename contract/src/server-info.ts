import * as z from 'zod/mini'
import { timestamp } from './fields.ts'
import { route } from './route.ts'

/** What a visitor may know: whether registration is open, whether the server sends mail, where devices connect. */
export const serverInfo = z.object({
  registrationOpen: z.boolean(),
  /** Whether the server can mail a link to a new password. */
  sendsMail: z.boolean(),
  publicUrl: z.nullable(z.string()),
  mqttPort: z.number(),
  mqttTls: z.boolean(),
})
export type ServerInfo = z.infer<typeof serverInfo>

/**
 * Where boards of the same network find the server. `onlyThisMachine`: it listens on the loopback address, so that no board
 * can reach it. `addresses`: those of its machine in its networks; none when the server has a public address, and none for
 * people who ask from elsewhere.
 */
export const boardAddresses = z.object({ onlyThisMachine: z.boolean(), addresses: z.array(z.string()) })
export type BoardAddresses = z.infer<typeof boardAddresses>

/** The age of the newest backup from which admins see a warning. */
export const BACKUP_OVERDUE_MS = 2 * 86_400_000

/** The nightly backups. `enabled`: whether they are made; `failure`: the last attempt, when it failed. */
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
  /** Admins only: others get 403. */
  backups: route({ method: 'GET', path: '/api/Server/GetBackupState', access: 'member', reply: backupState }),
}
