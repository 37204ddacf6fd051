import type { Db } from '../../platform/db/schema.ts'
import type { Gate } from '../../platform/http/serve.ts'
import type { Tokens } from '../../platform/secrets/token.ts'
import { useSession } from './session-store.ts'

interface GateNeeds {
  readonly db: Db
  readonly tokens: Tokens
  readonly now: () => number
  /** Whether the person has a second factor; null where nobody needs one. */
  readonly isEnrolled: ((userId: string) => Promise<boolean>) | null
}

/** Lets in whoever holds a good token of a session that still lives. A store that can't answer is an error, never a stranger let in. */
export function memberGate({ db, tokens, now, isEnrolled }: GateNeeds): Gate['member'] {
  return async (token) => {
    const claims = await tokens.verify(token)
    if (!claims) return undefined
    const role = await useSession(db, { ...claims, now: now() })
    return role && { ...claims, role, mustEnrol: isEnrolled !== null && !(await isEnrolled(claims.userId)) }
  }
}
