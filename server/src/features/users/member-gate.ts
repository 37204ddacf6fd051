import type { Db } from '../../platform/db/schema.ts'
import type { Gate } from '../../platform/http/serve.ts'
import type { Tokens } from '../../platform/token.ts'
import { useSession } from './session-store.ts'

/** Lets in whoever holds a good token of a session that still lives. A store that can't answer is an error, never a stranger let in. */
export function memberGate({ db, tokens, now }: { db: Db; tokens: Tokens; now: () => number }): Gate['member'] {
  return async (token) => {
    const claims = await tokens.verify(token)
    if (!claims) return undefined
    const role = await useSession(db, { ...claims, now: now() })
    return role && { ...claims, role }
  }
}
