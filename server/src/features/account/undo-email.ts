import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { ProblemError } from '../../platform/problem.ts'
import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'
import { revokeAccess } from '../users/access-store.ts'
import { mailAccount } from '../users/account-mail.ts'
import { updateEmail } from '../users/user-store.ts'
import { addressWasRestored } from './account-mails.ts'
import { deleteUndoLinksSince, insertLink, takeLink } from './link-store.ts'
import { linkIsOver, makeResetLink } from './reset-password.ts'

const UNDO_GOOD_FOR_MS = 7 * 86_400_000

/** Makes a link for the old address. Returns the path of its page with the secret. */
export async function makeUndoLink(
  tx: Tx,
  { userId, email, now }: { userId: string; email: string; now: number },
): Promise<string> {
  const { token, hash } = newRandomToken()
  const expiresAt = now + UNDO_GOOD_FOR_MS
  await insertLink(tx, { tokenHash: hash, userId, purpose: 'undo-email', email, now, expiresAt })
  return `/undo-email#token=${token}`
}

/** Ends all sessions and links, and returns the secret of a reset link: the changer knows the password. */
export async function undoEmailChange(context: Context, token: string): Promise<{ email: string; resetToken: string }> {
  const { db, log, mail, now, sockets } = context
  const undo = async (tx: Tx) => {
    const link = await takeLink(tx, { tokenHash: hashToken(token), purpose: 'undo-email', now: now() })
    if (!link || link.email === null) throw linkIsOver()
    const { userId, email } = link
    // Only the mail to this address held the link.
    const user = await updateEmail(tx, userId, { email, confirmedAt: now() })
    if (!user) throw addressIsTaken()
    await revokeAccess(tx, userId)
    // Links of later changes lead to addresses set after this one; older ones are still the owner's.
    await deleteUndoLinksSince(tx, userId, link.createdAt)
    await mailAccount(context, tx, user, addressWasRestored())
    return { userId, email, path: await makeResetLink(tx, userId, now()) }
  }
  const undone = await db
    .transaction()
    .execute(undo)
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? addressIsTaken() : error
    })
  sockets.endUser(undone.userId)
  mail.wake()
  log.info({ event: 'account.email-restored', userId: undone.userId })
  return { email: undone.email, resetToken: undone.path.split('=')[1] ?? '' }
}

function addressIsTaken(): ProblemError {
  return new ProblemError(
    409,
    'email.taken-meanwhile',
    'Another account has this email by now. Ask whoever runs this server for help.',
  )
}
