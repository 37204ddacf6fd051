import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Visitor } from '../../platform/http/serve.ts'
import { listPasskeys, updateUse, type StoredPasskey } from './passkey-store.ts'
import type { RelyingParty } from './webauthn.ts'

/** Without PUBLIC_URL the request's origin. A forged Host gains nothing: browsers sign only for the page they show. */
export function relyingParty({ publicUrl }: Config, { origin }: Visitor): RelyingParty {
  const asked = publicUrl ?? origin
  const url = new URL(URL.canParse(asked) ? asked : 'http://localhost')
  return { id: url.hostname, origin: url.origin }
}

export async function listUsablePasskeys(db: Db, userId: string, rp: RelyingParty): Promise<StoredPasskey[]> {
  return (await listPasskeys(db, userId)).filter(({ rpId }) => rpId === rp.id)
}

/** Returns whether one of the user's passkeys signed this challenge, and stores its use. */
export async function checkPasskey(
  { config, db, now }: Context,
  asked: { userId: string; challenge: string | null; credential: { id: string } },
  visitor: Visitor,
): Promise<boolean> {
  const { userId, challenge, credential } = asked
  const rp = relyingParty(config, visitor)
  const passkey = (await listUsablePasskeys(db, userId, rp)).find(({ credentialId }) => credentialId === credential.id)
  if (!passkey || challenge === null) return false
  const { readSignature } = await import('./webauthn.ts')
  const counter = await readSignature(rp, challenge, { credential, passkey })
  if (counter === undefined) return false
  await updateUse(db, passkey.passkeyId, { counter, now: now() })
  return true
}
