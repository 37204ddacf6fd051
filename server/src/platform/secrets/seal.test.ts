import { expect, test } from 'vitest'
import { openSeal } from './seal.ts'

const secret = new TextEncoder().encode('a secret of some forty characters, 123456')

test('opens a sealed text only for its owner, key and purpose, and only unaltered', () => {
  const { seal, open } = openSeal(secret, 'totp')
  const sealed = seal('JBSWY3DPEHPK3PXP', 'ann')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(open(sealed, 'ann')).toBe('JBSWY3DPEHPK3PXP')
  expect(open(sealed, 'bob')).toBeUndefined()
  expect(openSeal(secret, 'other').open(sealed, 'ann')).toBeUndefined()
  expect(
    openSeal(new TextEncoder().encode('another secret of forty characters, 7890'), 'totp').open(sealed, 'ann'),
  ).toBe(undefined)
  for (const index of [0, 15, 40]) {
    const altered = Buffer.from(sealed, 'base64url')
    altered[index] = (altered[index] ?? 0) ^ 1
    expect(open(altered.toString('base64url'), 'ann')).toBeUndefined()
  }
  for (const text of ['', 'x', '!']) expect(open(text, 'ann')).toBeUndefined()
})

test('seals the same text differently each time', () => {
  const { seal } = openSeal(secret, 'totp')
  expect(seal('x', 'ann')).not.toBe(seal('x', 'ann'))
})
