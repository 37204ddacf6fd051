import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTokens } from './token.ts'

const tokens = openTokens(new TextEncoder().encode('a'.repeat(48)), () => 1_763_600_000_000)
const claims = { userId: 'u', sessionId: 's', email: 'ann@example.org', role: 'user', country: 'Denmark' } as const

test('the claims can be read with base64 alone, whatever is in them', async () => {
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
  )
})
