import fc from 'fast-check'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { openTokens } from './token.ts'
import { cases } from '../../../../testing/test-run.ts'

const key = new TextEncoder().encode('a'.repeat(48))
const tokens = openTokens(key, () => 1_763_600_000_000)
const claims = { userId: 'u', sessionId: 's', email: 'ann@example.org', role: 'user', country: 'Denmark' } as const

test('encodes any claims so that base64 can read them', async () => {
  const letters = fc.string({ unit: 'grapheme', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(letters, fc.constantFrom('', '~', '?', '>', '\u007f', 'Åland', '😀'), async (text, extra) => {
      const country = text + extra
      const token = await tokens.sign({ ...claims, country }, 1_763_700_000_000)
      const payload = token.split('.')[1] ?? ''
      expect(payload).not.toMatch(/[-_]/)
      expect(JSON.parse(atob(payload))).toMatchObject({ Id: 'u', sub: 'u', Country: country })
      expect(await tokens.verify(token)).toEqual({ userId: 'u', sessionId: 's' })
    }),
    { numRuns: cases(100) },
  )
})

/** Returns a token signed with our own key, with the given claims and header. */
function forged(claims: Record<string, unknown>, header: { alg: string; typ?: string } = { alg: 'HS256', typ: 'JWT' }) {
  const rest = { sub: 'u', sid: 's', iss: 'greenhouse', aud: 'greenhouse sessions', exp: 1_763_700_000 }
  return new SignJWT({ ...rest, ...claims }).setProtectedHeader(header).sign(key)
}

test('refuses a token of this key for another purpose, issuer or kind', async () => {
  expect(await tokens.verify(await forged({}))).toEqual({ userId: 'u', sessionId: 's' })
  expect(await tokens.verify(await forged({ aud: 'greenhouse links' }))).toBeUndefined()
  expect(await tokens.verify(await forged({ iss: 'somebody' }))).toBeUndefined()
  expect(await tokens.verify(await forged({}, { alg: 'HS256' }))).toBeUndefined()
  expect(await tokens.verify(await forged({}, { alg: 'HS256', typ: 'at+jwt' }))).toBeUndefined()
  expect(await tokens.verify(await forged({}, { alg: 'HS512', typ: 'JWT' }))).toBeUndefined()
})
