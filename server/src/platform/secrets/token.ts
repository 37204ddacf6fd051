import { CompactSign, errors, jwtVerify } from 'jose'

/** The claims of a session's token. `sid` names the stored session, without which the token is not valid. */
export interface TokenClaims {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly role: 'user' | 'admin'
  readonly country: string | null
}

export interface Tokens {
  /** A signed token that ends at `expiresAt`, milliseconds since 1970. */
  sign(claims: TokenClaims, expiresAt: number): Promise<string>
  /** Returns the claims of a token; undefined when it is forged, altered or expired. */
  verify(token: string): Promise<{ userId: string; sessionId: string } | undefined>
}

/** A valid token has about 500 characters; a far longer one is refused unread. */
const LONGEST = 4096
const TYPE = 'JWT'
/** Issuer and audience of these tokens: tokens of other services or other purposes are refused. */
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
 * Returns the claims as JSON whose base64url holds neither "-" nor "_": clients in the field decode it with `atob`, which
 * knows only base64. Those two encode the six bits 62 and 63, which in ASCII only `>`, `?`, `~` and DEL produce.
 */
function readableByAtob(claims: Record<string, unknown>): Uint8Array {
  const text = JSON.stringify(claims).replace(
    /[>?~\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return new TextEncoder().encode(text)
}
