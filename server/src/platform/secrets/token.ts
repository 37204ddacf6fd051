import { CompactSign, errors, jwtVerify } from 'jose'

/** `sid` names the stored session, without which the token is invalid. */
interface TokenClaims {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly role: 'user' | 'admin'
  readonly country: string | null
}

export interface Tokens {
  /** @param expiresAt milliseconds since 1970 */
  sign(claims: TokenClaims, expiresAt: number): Promise<string>
  verify(token: string): Promise<{ userId: string; sessionId: string } | undefined>
}

const LONGEST = 4096
const TYPE = 'JWT'
/** Tokens of other services or purposes are refused. */
const ISSUER = 'greenhouse'
const AUDIENCE = 'greenhouse sessions'

export function openTokens(key: Uint8Array, now: () => number): Tokens {
  return {
    sign: ({ userId, sessionId, email, role, country }, expiresAt) =>
      new CompactSign(
        readableByAtob({
          Id: userId,
          Email: email,
          Role: role,
          Country: country ?? '',
          sid: sessionId,
          sub: userId,
          iss: ISSUER,
          aud: AUDIENCE,
          iat: Math.floor(now() / 1000),
          exp: Math.floor(expiresAt / 1000),
        }),
      )
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .sign(key),

    async verify(token) {
      if (token.length > LONGEST) return undefined
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: new Date(now()),
        })
        return payload.sub === undefined ? undefined : { userId: payload.sub, sessionId: String(payload['sid']) }
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}

/**
 * Avoids "-" and "_" in base64url: clients in the field decode it with `atob`. In ASCII only `>`, `?`, `~` and DEL
 * produce those two.
 */
function readableByAtob(claims: Record<string, unknown>): Uint8Array {
  const text = JSON.stringify(claims).replace(
    /[>?~\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return new TextEncoder().encode(text)
}
