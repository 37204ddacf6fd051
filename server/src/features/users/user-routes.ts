import { authRoutes, signInRoutes, userRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import type { Tokens } from '../../platform/secrets/token.ts'
import { confirmPassword } from './confirm-password.ts'
import { revokeAccess } from './access-store.ts'
import type { EmailConfirmation } from './email-confirmation.ts'
import { deleteSession, listSessions } from './session-store.ts'
import type { OnAdded } from './registration-open.ts'
import { register, signIn, type AfterPassword } from './sign-in.ts'
import { findUser } from './user-store.ts'

interface UserParts {
  readonly tokens: Tokens
  readonly afterPassword: AfterPassword
  readonly confirmation: EmailConfirmation
  /** Adds what each account starts with. */
  readonly onAdded: OnAdded
  readonly isInvitation: (token: string) => Promise<boolean>
}

export function serveUsers(context: Context, { tokens, afterPassword, ...parts }: UserParts): void {
  const { db, log, now, serve, sockets } = context

  serve(signInRoutes.register, async ({ body }, visitor) => ({
    jwt: await register(context, { tokens, ...parts }, body, visitor),
  }))

  serve(signInRoutes.login, async ({ body }, visitor) => ({
    jwt: await signIn(context, tokens, { ...body, afterPassword }, visitor),
  }))

  serve(authRoutes.secured, () => 'You are signed in.')

  serve(authRoutes.logout, (_, { userId, sessionId }) => end(userId, sessionId))

  serve(authRoutes.sessions, (_, { userId, sessionId }) => listSessions(db, { userId, sessionId, now: now() }))

  serve(authRoutes.endSession, async ({ query, body }, member) => {
    await confirmPassword(context, member, body?.password)
    await end(member.userId, query.sessionId)
  })

  serve(authRoutes.endOtherSessions, async ({ body }, member) => {
    const { userId, sessionId } = member
    await confirmPassword(context, member, body?.password)
    await db.transaction().execute((tx) => revokeAccess(tx, userId, sessionId))
    sockets.endUser(userId, sessionId)
    log.info({ event: 'session.others-ended', userId })
  })

  serve(userRoutes.get, async (_, { userId }) => {
    return found(await findUser(db, userId), 'user')
  })

  parts.confirmation.serve()

  async function end(userId: string, sessionId: string): Promise<void> {
    found(await deleteSession(db, userId, sessionId), 'session')
    sockets.endSession(userId, sessionId)
    log.info({ event: 'session.ended', userId, sessionId })
  }
}
