import { expect, test } from 'vitest'
import { isOlder } from './connect.ts'

test.each([
  ['2.9.10', true],
  ['2.12.2', true],
  ['1.14.0', true],
  ['2.12.3', false],
  ['2.12.10-RC.1', false],
  ['2.15.1', false],
  ['3.0.0', false],
])('whether %s is older than what keeps its word: %s', (version, older) => {
  expect(isOlder(version)).toBe(older)
})
