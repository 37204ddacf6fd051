import { resolve } from 'node:path'
import { storeNewest } from '../cluster/compact-log.ts'
import { readConfigOrExit } from '../platform/config/config-or-exit.ts'
import type { Config } from '../platform/config/config.ts'
import { makeResetLink } from '../features/account/reset-password.ts'
import { deleteAllFactors, hasSecondFactor } from '../features/second-factor/factor-store.ts'
import { revokeAccess, updateLock } from '../features/users/access-store.ts'
import { listSessions } from '../features/users/session-store.ts'
import { findAccount, listAccounts, updateRole, type Account } from '../features/users/user-store.ts'
import { BACKUP_HELP, backUp } from '../platform/backup/backup-command.ts'
import { restore, RESTORE_HELP } from '../platform/backup/restore-command.ts'
import { counted } from '../platform/counted.ts'
import { openDatabase } from '../platform/db/configured-database.ts'
import type { Db } from '../platform/db/schema.ts'
import { openLog } from '../platform/log.ts'
import { originOf } from '../platform/network/origin.ts'
import { acceptNewSecret } from '../features/account/accept-secret.ts'
import { spreadLog } from './spread-log.ts'
import { DEAD_LETTERS_HELP, handleDeadLetters } from './dead-letters-command.ts'

const HELP = `Commands for the operator of this server.

  npm run admin -- list                        lists all accounts
  npm run admin -- reset you@example.org       makes a link to a new password, which works once within 15 minutes
  npm run admin -- sessions you@example.org    lists the sessions of an account; with "end" after it, ends them all
  npm run admin -- lock you@example.org        signs a user out and refuses sign-in; readings are still stored
  npm run admin -- unlock you@example.org      allows sign-in again
  npm run admin -- remove-second-factor you@example.org   for a user who has lost phone, passkeys and codes
  npm run admin -- grant you@example.org       makes a user an admin, who may send the newsletter
  npm run admin -- revoke you@example.org      makes an admin an ordinary user
  npm run admin -- backup <folder>             writes a backup of the database and the secrets as one file
  npm run admin -- dead-letters                counts messages of devices that were set aside; "export <file>" writes them
  npm run admin -- spread-log <partitions>     moves the log of readings to a cluster, or back; stop all processes first
  npm run admin -- new-secret                  accepts another secret when the old one is lost; stop all processes first
  npm run admin -- restore <file>              replaces the database and the secrets; stop the server first

They use the database that DATA_DIR or DATABASE_URL names. All but restore, new-secret and spread-log also work while the server runs.`

type Output = Pick<Console, 'log' | 'error'>

interface Given {
  readonly config: Config
  readonly option: string | undefined
}

type AccountCommand = (db: Db, account: Account, given: Given) => Promise<readonly string[]>

const now = Date.now

const accountCommands: Record<string, AccountCommand> = {
  async reset(db, { userId, email, isLocked }, { config }) {
    if (isLocked) return [`The account of ${email} is locked. Unlock it first: npm run admin -- unlock ${email}`]
    const path = await db.transaction().execute((tx) => makeResetLink(tx, userId, now()))
    return [
      `Give this to ${email}. It is good once, for 15 minutes, and ends every session:`,
      originOf(config, config.port) + path,
    ]
  },
  async sessions(db, { userId, email }, { option }) {
    const sessions = await listSessions(db, { userId, sessionId: '', now: now() })
    if (sessions.length === 0) return [`${email} is signed in nowhere.`]
    if (option !== 'end') return sessions.map(({ device, lastUsedAt }) => `${lastUsedAt}  ${device}`)
    await db.transaction().execute((tx) => revokeAccess(tx, userId))
    return [`${sessions.length === 1 ? 'One session' : counted(sessions.length, 'session')} of ${email} ended.`]
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

interface FileCommand {
  readonly help: string
  run(path: string, config: Config, given: { print: (line: string) => void; option: string | undefined }): Promise<void>
}

/** Backs up without the readings that are only in NATS. */
const WITHOUT_NEWEST = '--without-newest'

/** Restores a backup whose photos are missing in part. */
const WITHOUT_PHOTOS = '--without-photos'

const fileCommands: Record<string, FileCommand> = {
  backup: {
    help: BACKUP_HELP,
    async run(folder, config, { print, option }) {
      if (option !== undefined && option !== WITHOUT_NEWEST) throw new Error(BACKUP_HELP)
      const how = { now: now(), withoutNewest: option === WITHOUT_NEWEST }
      if (!how.withoutNewest) await storeNewest(config)
      for (const line of await backUp(folder, config, how)) print(line)
    },
  },
  restore: {
    help: RESTORE_HELP,
    async run(file, config, { print, option }) {
      if (option !== undefined && option !== WITHOUT_PHOTOS) throw new Error(RESTORE_HELP)
      await restore(file, config, { now: now(), withoutPhotos: option === WITHOUT_PHOTOS, print })
    },
  },
}

if (import.meta.main) {
  // Files created from here on are readable only by this user.
  process.umask(0o077)
  process.exitCode = await main(process.argv.slice(2), readConfigOrExit(process.env))
}

/** Returns the exit code: 0, 1 for a failed command, 2 for an invalid one. */
export async function main(
  [name = '', argument, option]: readonly string[],
  config: Config,
  output: Output = console,
): Promise<number> {
  const print = (lines: readonly string[]) => {
    for (const line of lines) output.log(line)
  }
  /** Prints only the message of a failure: a stack trace says nothing to an operator. */
  const reportingFailure = async (step: () => Promise<void>) => {
    try {
      await step()
      return 0
    } catch (error) {
      output.error((error as Error).message)
      return 1
    }
  }
  const withDatabase = (linesOf: (db: Db) => Promise<readonly string[]>) =>
    reportingFailure(async () => {
      const { db, close } = await openDatabase(config, openLog('warn'))
      try {
        print(await linesOf(db))
      } finally {
        await close()
      }
    })

  const fileCommand = Object.hasOwn(fileCommands, name) ? fileCommands[name] : undefined
  if (fileCommand && argument !== undefined && !argument.startsWith('-'))
    return reportingFailure(() => fileCommand.run(absolute(argument), config, { print: output.log, option }))
  if (fileCommand) {
    print([fileCommand.help])
    return argument === undefined ? 2 : 0
  }
  const accountCommand = Object.hasOwn(accountCommands, name) ? accountCommands[name] : undefined
  if (name === 'list') return withDatabase(list)
  if (name === 'spread-log')
    return reportingFailure(async () => print(await spreadLog(argument ?? '', config, openLog('warn'), option)))
  if (name === 'new-secret') return reportingFailure(async () => print(await acceptNewSecret(config, openLog('warn'))))
  if (name === 'dead-letters') return withDatabase((db) => deadLetters(db, argument, option))
  if (accountCommand && argument !== undefined)
    return withDatabase(async (db) => {
      const account = await findAccount(db, argument)
      if (!account) throw new Error(`There is no account of ${argument}.`)
      return accountCommand(db, account, { config, option })
    })
  print([HELP])
  return name === '' ? 0 : 2
}

async function deadLetters(db: Db, command: string | undefined, file: string | undefined): Promise<readonly string[]> {
  const lines = await handleDeadLetters(db, { command, file: file === undefined ? undefined : absolute(file) })
  if (!lines) throw new Error(DEAD_LETTERS_HELP)
  return lines
}

/** npm runs the command in the project's folder; relative paths refer to INIT_CWD. */
function absolute(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', path)
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
