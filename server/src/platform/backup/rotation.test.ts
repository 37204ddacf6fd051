import { expect, test } from 'vitest'
import { nameOfBackup, outdated } from './rotation.ts'

const DAY = 86_400_000
const NIGHT = Date.parse('2026-11-21T03:00:00Z')
const at = (days: number, hours = 0) => ({ madeAt: NIGHT - days * DAY - hours * 3_600_000 })
const days = (backups: Array<{ madeAt: number }>) => backups.map(({ madeAt }) => (NIGHT - madeAt) / DAY)

test('keeps the backups of seven days and the newest of four weeks of a year', () => {
  const year = Array.from({ length: 365 }, (_, day) => at(day))
  const gone = new Set(outdated(year))
  // 21 November 2026 is a Saturday: its week began five days earlier, and the previous weeks ended 6, 13 and 20 days
  // earlier.
  expect(days(year.filter((backup) => !gone.has(backup)))).toEqual([0, 1, 2, 3, 4, 5, 6, 13, 20])
})

test('keeps the newest of a day, and old ones until newer ones replace them', () => {
  expect(days(outdated([at(0), at(0, 1), at(0, 2)]))).toEqual([1 / 24, 2 / 24])
  expect(outdated([at(300), at(320), at(340)])).toEqual([])
})

test('names a backup by its time, to the second', () => {
  expect(nameOfBackup(NIGHT + 61_500)).toBe('greenhouse-2026-11-21T030101Z.tar.gz')
})
