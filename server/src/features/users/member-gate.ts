import type { Db } from '../../platform/db/schema.ts'
import type { Gate } from '../../platform/http/serve.ts'
import type { Tokens } from '../../platform/secrets/token.ts'
import { useSession } from './session-store.ts'

interface GateNeeds {
  readonly db: Db
  readonly tokens: Tokens
  readonly now: () => number
  /** Whether the user has a second factor; null where it is not required. */
  readonly isEnrolled: ((userId: string) => Promise<boolean>) | null
}

/** Admits valid tokens of live sessions. Throws while the store is unavailable; never admits without a check. */
export function memberGate({ db, tokens, now, isEnrolled }: GateNeeds): Gate['member'] {
  return async (token) => {
    const claims = await tokens.verify(token)
    if (!claims) return undefined
    const user = await useSession(db, { ...claims, now: now() })
    return user && { ...claims, ...user, mustEnrol: isEnrolled !== null && !(await isEnrolled(claims.userId)) }
  }
}
