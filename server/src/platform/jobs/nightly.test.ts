import { expect, test } from 'vitest'
import { lastTimeOf } from './nightly.ts'

const THREE = { hour: 3, minute: 0 }
const local = (text: string) => new Date(text).getTime()

test.each([
  ['2026-11-21T02:59:59', '2026-11-20T03:00:00'],
  ['2026-11-21T03:00:00', '2026-11-21T03:00:00'],
  ['2026-11-21T23:59:59', '2026-11-21T03:00:00'],
  ['2026-03-01T01:00:00', '2026-02-28T03:00:00'],
])("finds at %s the last three o'clock at night on %s", (now, last) => {
  expect(lastTimeOf(THREE, local(now))).toBe(local(last))
})
