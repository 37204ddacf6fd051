import { expect, test } from 'vitest'
import { readStored, store, STORED } from './storage.ts'
import { writeToken } from './token.ts'

test('the end of a session removes all personal data from the browser', () => {
  writeToken('a-token-long-enough')
  const own = [STORED.queries, STORED.device, STORED.alertSeen, STORED.morning] as const
  for (const name of own) store(name, 'something')
  writeToken(null)
  expect([STORED.token, ...own].map(readStored)).toEqual([null, null, null, null, null])
})
