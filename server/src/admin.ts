import { join } from 'node:path'
import { readConfigOrExit } from './platform/config/config.ts'
import { makeResetLink } from './features/account/reset-password.ts'
import { deleteAllFactors, hasSecondFactor } from './features/second-factor/factor-store.ts'
import { revokeAccess, updateLock } from './features/users/access-store.ts'
import { listSessions } from './features/users/session-store.ts'
import { findAccount, listAccounts, updateRole, type Account } from './features/users/user-store.ts'
import { openPostgresDatabase, openSqliteDatabase } from './platform/db/open.ts'
import type { Db } from './platform/db/schema.ts'
import { openLog } from './platform/log.ts'
import { originOf } from './platform/origin.ts'

const HELP = `The accounts of this installation.

  npm run admin -- list                        who has one
  npm run admin -- reset you@example.org       a link to a new password, good once for 15 minutes
  npm run admin -- sessions you@example.org    where they are signed in; with "end" behind it, ends it all
  npm run admin -- lock you@example.org        signs them out and lets them in no more; their boards go on storing
  npm run admin -- unlock you@example.org
  npm run admin -- remove-second-factor you@example.org   for whoever has lost phone, passkeys and codes
  npm run admin -- grant you@example.org       lets them send the newsletter
  npm run admin -- revoke you@example.org

Works on the database that DATA_DIR or DATABASE_URL names, also while the server runs.`

/** What is said, one string a line. A command that needs an account is handed one that exists. */
type Command = (db: Db, account: Account, option: string | undefined) => Promise<readonly string[]>

const config = readConfigOrExit(process.env)
const now = Date.now

const commands: Record<string, Command> = {
  async reset(db, { userId, email, isLocked }) {
    if (isLocked) return [`The account of ${email} is locked. Unlock it first: npm run admin -- unlock ${email}`]
    const path = await db.transaction().execute((tx) => makeResetLink(tx, userId, now()))
    return [
      `Give this to ${email}. It is good once, for 15 minutes, and ends every session:`,
      originOf(config, config.port) + path,
    ]
  },
  async sessions(db, { userId, email }, option) {
    const sessions = await listSessions(db, { userId, sessionId: '', now: now() })
    if (sessions.length === 0) return [`${email} is signed in nowhere.`]
    if (option !== 'end') return sessions.map(({ device, lastUsedAt }) => `${lastUsedAt}  ${device}`)
    await db.transaction().execute((tx) => revokeAccess(tx, userId))
    return [`${sessions.length === 1 ? 'One session' : `${sessions.length} sessions`} of ${email} ended.`]
  },
  async lock(db, { userId, email }) {
    await db.transaction().execute(async (tx) => {
      await updateLock(tx, userId, now())
      await revokeAccess(tx, userId)
    })
    return [`${email} is locked and signed out everywhere.`]
  },
  async unlock(db, { userId, email }) {
    await db.transaction().execute((tx) => updateLock(tx, userId, null))
    return [`${email} may sign in again.`]
  },
  async 'remove-second-factor'(db, { userId, email }) {
    await db.transaction().execute((tx) => deleteAllFactors(tx, userId))
    return [`${email} signs in with the password alone.`]
  },
  async grant(db, { email }) {
    await updateRole(db, email, 'admin')
    return [`${email} is an admin now.`]
  },
  async revoke(db, { email }) {
    await updateRole(db, email, 'user')
    return [`${email} is no admin any more.`]
  },
}

process.exitCode = await main(process.argv.slice(2))

async function main([name = '', email, option]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name !== 'list' && (!command || email === undefined)) {
    console.log(HELP)
    return name === '' ? 0 : 2
  }
  const { db, close } = await open()
  try {
    if (!command || email === undefined) return say(await list(db))
    const account = await findAccount(db, email)
    if (account) return say(await command(db, account, option))
    console.error(`There is no account of ${email}.`)
    return 1
  } finally {
    await close()
  }
}

async function list(db: Db): Promise<string[]> {
  const lines = []
  for (const { userId, email, role, isLocked } of await listAccounts(db)) {
    const hasFactor = await hasSecondFactor(db, userId)
    const marks = [role === 'admin' && 'admin', hasFactor && 'two-step', isLocked && 'locked']
    lines.push([email, ...marks.filter(Boolean)].join('  '))
  }
  return lines.length === 0 ? ['There is no account yet.'] : lines
}

function say(lines: readonly string[]): number {
  for (const line of lines) console.log(line)
  return 0
}

function open() {
  const log = openLog('warn')
  return config.databaseUrl === null
    ? openSqliteDatabase(join(config.dataDir, 'greenhouse.db'), log)
    : openPostgresDatabase(config.databaseUrl, log)
}
