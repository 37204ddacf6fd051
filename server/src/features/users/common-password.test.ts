import { expect, test } from 'vitest'
import { isCommonPassword, namesOf } from './common-password.ts'

test.each([
  ['Password1!', true],
  ['PASSWORD99$', true],
  ['P@ssw0rd1', true],
  ['Qwerty123!', true],
  ['Summer2026!', true],
  ['Michael1!', true],
  ['Liverpool1!', true],
  ['Aa123456!', true],
  ['1qaz!QAZ', true],
  ['Zaq12wsx!', true],
  ['Aaaaa1!', true],
  ['Greenhouse1!', true],
  ['Sprout-42!', false],
  ['Gr33nhouse!leaf', false],
  ['tR7$kqLm', false],
])('finds %s common: %s', async (password, common) => {
  expect(await isCommonPassword(password)).toBe(common)
})

test.each(['Birgitta7!', 'Holmstrand$1', 'Bi.holm2026!'])(
  'finds %s too similar to the names of its owner',
  async (password) => {
    const names = namesOf({ firstName: 'Birgitta', lastName: 'Holmstrand', email: 'bi.holm@example.org' })
    expect([await isCommonPassword(password), await isCommonPassword(password, names)]).toEqual([false, true])
  },
)
