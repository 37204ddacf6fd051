import { ClientError } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { failureMessage } from './failure-message.ts'

const BUSY = 'Several downloads are on their way to you. Try again when one is done.'

const AWAY = 'The weather service can’t be reached.'

test.each([
  [429, 'download.busy', BUSY, BUSY],
  [429, 'weather.too-many', 'Too many searches. Try again in a minute.', 'Too many searches. Try again in a minute.'],
  [429, 'sign-in.throttled', 'Slow down', 'Too many attempts. Try again in 5 seconds.'],
  [503, 'weather.away', AWAY, AWAY],
  [503, 'server.overloaded', 'Busy', 'The server is busy. Try again in 5 seconds.'],
  [409, 'plant.dead', 'A dead plant can’t be watered.', 'A dead plant can’t be watered.'],
])('a refusal %i of %s with the title “%s” is shown as “%s”', (status, code, words, said) => {
  expect(failureMessage(new ClientError(words, status, { code, retryAfterSeconds: 5 }))).toBe(said)
})
