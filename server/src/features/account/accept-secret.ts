import { deleteAllSessions } from '../users/session-store.ts'
import { takeDataFolder } from '../../platform/backup/take-data-folder.ts'
import type { Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/configured-database.ts'
import { listRunning } from '../../platform/db/running-servers.ts'
import type { Log } from '../../platform/log.ts'
import { acceptSecret } from '../../platform/installation/check-secret.ts'

export async function acceptNewSecret(config: Config, log: Log): Promise<string[]> {
  const release = takeDataFolder(config.dataDir, log)
  try {
    const database = await openDatabase(config, log)
    try {
      const running = await listRunning(database)
      if (running.length > 0)
        throw new Error(`These processes are still running: ${running.join(', ')}. Stop them first.`)
      if (!(await acceptSecret(config, database.db)))
        return ['The secret is the one that this database was made with. Nothing was changed.']
      await deleteAllSessions(database.db)
      return [
        'The database accepts the new secret. All sessions have ended. Their owners enter again the addresses and',
        'secrets of notification channels and the passwords of brokers. Who has an authenticator app signs in with a',
        'recovery code, or after: npm run admin -- remove-second-factor you@example.org.',
      ]
    } finally {
      await database.close()
    }
  } finally {
    release()
  }
}
