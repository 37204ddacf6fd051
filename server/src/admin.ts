import { join } from 'node:path'
import { readConfig } from './config.ts'
import { listAdmins, updateRole } from './features/users/user-store.ts'
import { openPostgresDatabase, openSqliteDatabase } from './platform/db/open.ts'
import { openLog } from './platform/log.ts'

const HELP = `Who may send the newsletter.

  npm run admin -- grant you@example.org
  npm run admin -- revoke you@example.org
  npm run admin -- list

Works on the database that DATA_DIR or DATABASE_URL names, also while the server runs.`

process.umask(0o077)
const [command, email] = process.argv.slice(2)
const config = readConfig(process.env)
const { db, close } = await (config.databaseUrl === null
  ? openSqliteDatabase(join(config.dataDir, 'greenhouse.db'), openLog('warn'))
  : openPostgresDatabase(config.databaseUrl, openLog('warn')))

if (command === 'list') console.log((await listAdmins(db)).join('\n') || 'There is no admin.')
else if ((command === 'grant' || command === 'revoke') && email !== undefined) {
  const isKnown = await updateRole(db, email, command === 'grant' ? 'admin' : 'user')
  if (isKnown) console.log(`${email} is ${command === 'grant' ? 'an admin now' : 'no admin any more'}.`)
  else console.error(`There is no account of ${email}.`)
  process.exitCode = isKnown ? 0 : 1
} else {
  console.log(HELP)
  process.exitCode = command === undefined ? 0 : 2
}
await close()
