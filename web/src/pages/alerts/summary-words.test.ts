import { expect, test } from 'vitest'
import { filterWords } from './summary-words.ts'

const NONE = { year: undefined, severity: undefined, deviceId: undefined }
const found = (count: number, hasMore = false) => ({ count, hasMore, deviceName: 'Bench 3' })

test.each([
  [{}, found(12), ''],
  [{ year: 2025 }, found(12), '12 alerts in 2025'],
  [{ severity: 'critical' }, found(50, true), '50+ critical alerts'],
  [{ severity: 'info', deviceId: 'bench', year: 2025 }, found(1), '1 info alert of Bench 3 in 2025'],
  [{ deviceId: 'bench' }, found(0), 'No alerts of Bench 3'],
] as const)('a filter for %j with the alerts %j is described as: %s', (filter, alerts, words) => {
  expect(filterWords({ ...NONE, ...filter }, alerts)).toBe(words)
})
