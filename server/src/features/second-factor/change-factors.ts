import type { User } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { Member } from '../../platform/http/serve.ts'
import { found } from '../../platform/problem.ts'
import { revokeAccess } from '../users/access-store.ts'
import { mailAccount } from '../users/account-mail.ts'
import { findUser } from '../users/user-store.ts'
import { hasSecondFactor, listRecoveryCodes, replaceRecoveryCodes } from './factor-store.ts'
import { factorWasAdded, factorWasRemoved } from './factor-mails.ts'
import { newRecoveryCodes } from './recovery-code.ts'

export interface FactorChanges {
  ownerOf(userId: string): Promise<User>
  /** Ends all other sessions and links. The first factor returns recovery codes, stored as hashes and shown once. */
  add(member: Member, what: string, insert: (tx: Tx) => Promise<unknown>): Promise<{ recoveryCodes: string[] | null }>
  /** Removes a factor, and with the last one the recovery codes. Throws a 404 when there was none. */
  remove(member: Member, what: string, deleteFactor: (tx: Tx) => Promise<boolean>): Promise<void>
  renewCodes(userId: string): Promise<string[]>
}

export function changeFactors(context: Context): FactorChanges {
  const { db, log, mail, newId, passwords, sockets } = context

  async function ownerOf(userId: string): Promise<User> {
    const user = found(await findUser(db, userId), 'user')
    return user
  }

  async function makeCodes() {
    const codes = newRecoveryCodes()
    const rows = await Promise.all(codes.map(async (code) => ({ id: newId(), codeHash: await passwords.hash(code) })))
    return { codes, rows }
  }

  return {
    ownerOf,

    async add({ userId, sessionId }, what, insert) {
      const owner = await ownerOf(userId)
      const made = (await listRecoveryCodes(db, userId)).length === 0 ? await makeCodes() : null
      await db.transaction().execute(async (tx) => {
        await insert(tx)
        if (made) await replaceRecoveryCodes(tx, userId, made.rows)
        await revokeAccess(tx, userId, sessionId)
        await mailAccount(context, tx, owner, factorWasAdded(what))
      })
      sockets.endUser(userId, sessionId)
      mail.wake()
      log.info({ event: 'second-factor.added', userId, what })
      return { recoveryCodes: made?.codes ?? null }
    },

    async remove({ userId }, what, deleteFactor) {
      const owner = await ownerOf(userId)
      await db.transaction().execute(async (tx) => {
        found(await deleteFactor(tx), 'second factor')
        if (!(await hasSecondFactor(tx, userId))) await replaceRecoveryCodes(tx, userId, [])
        await mailAccount(context, tx, owner, factorWasRemoved(what))
      })
      mail.wake()
      log.info({ event: 'second-factor.removed', userId, what })
    },

    async renewCodes(userId) {
      const made = await makeCodes()
      await db.transaction().execute((tx) => replaceRecoveryCodes(tx, userId, made.rows))
      return made.codes
    },
  }
}
