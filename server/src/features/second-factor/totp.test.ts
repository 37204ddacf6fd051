import { describe, expect, test } from 'vitest'
import { fromBase32, hotp, matchStep, newTotpSecret, stepAt, toBase32, totpUri } from './totp.ts'

const SECRET = new TextEncoder().encode('12345678901234567890')

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, the rows of SHA-1.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('computes for second %i after 1970 the code %s', (seconds, code) => {
    expect(hotp(SECRET, stepAt(seconds * 1000), 8)).toBe(code)
  })

  // RFC 4226, appendix D.
  test.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
    'returns %s among the codes of the first ten steps, in its place',
    (code) => {
      const codes = Array.from({ length: 10 }, (_, step) => hotp(SECRET, step))
      expect(codes.indexOf(code)).toBe(
        ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].indexOf(
          code,
        ),
      )
    },
  )

  test('accepts the codes of the previous, the current and the next step, and no other', () => {
    const secret = toBase32(SECRET)
    const now = 1_700_000_010_000
    const at = (drift: number) => matchStep(secret, hotp(SECRET, stepAt(now) + drift), now)
    expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([
      undefined,
      stepAt(now) - 1,
      stepAt(now),
      stepAt(now) + 1,
      undefined,
    ])
    for (const text of ['', '12345', '1234567', 'ABCDEF']) expect(matchStep(secret, text, now)).toBeUndefined()
  })
})

// RFC 4648, chapter 10, without the padding.
test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %s as %s in Base32', (text, encoded) => {
  expect(toBase32(new TextEncoder().encode(text))).toBe(encoded)
  expect(new TextDecoder().decode(fromBase32(encoded))).toBe(text)
})

test('makes a secret of 160 bits, and a URI that names the account', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(totpUri(secret, 'ann+a@example.org')).toBe(
    `otpauth://totp/Greenhouse:ann%2Ba%40example.org?secret=${secret}&issuer=Greenhouse&algorithm=SHA1&digits=6&period=30`,
  )
})
