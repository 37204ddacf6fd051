import type { User } from '@greenhouse/contract'
import type { Config } from '../../platform/config/config.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { ProblemError } from '../../platform/problem.ts'
import { hasUsers, insertUser } from './user-store.ts'

interface Where {
  readonly config: Config
  readonly db: Db
}

/** Returns whether anyone may register. REGISTRATION=first ends with the first account. */
export async function isRegistrationOpen({ config, db }: Where): Promise<boolean> {
  if (config.registration !== 'first') return config.registration === 'open'
  return !(await hasUsers(db))
}

/** Stores in the same transaction what an account starts with. */
export type OnAdded = (tx: Tx, user: User, isInvited: boolean) => Promise<void>

/** Returns undefined when the address is taken. With REGISTRATION=first one of concurrent calls gets the account. */
export function addUser(
  { config, db }: Where,
  account: Parameters<typeof insertUser>[1],
  { isInvited, onAdded }: { readonly isInvited: boolean; readonly onAdded: OnAdded },
): Promise<User | undefined> {
  const add = async (tx: Tx) => {
    const user = await insertUser(tx, account)
    if (user) await onAdded(tx, user, isInvited)
    return user
  }
  if (isInvited || config.registration !== 'first') return db.transaction().execute(add)
  return db
    .transaction()
    .setIsolationLevel('serializable')
    .execute(async (tx) => {
      if (await hasUsers(tx)) throw registrationClosed()
      return add(tx)
    })
}

export function registrationClosed(): ProblemError {
  return new ProblemError(
    403,
    'registration.closed',
    'Registration is closed on this server. Ask its administrator to open it or to create an account for you.',
  )
}
