import { afterEach, expect, test, vi } from 'vitest'
import {
  DANISH,
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatNumber,
  formatTime,
  formatWeekday,
  onFormatChange,
  setFormat,
  withUnit,
} from './format.ts'

const morning = new Date(2026, 10, 20, 9, 4, 8)

afterEach(() => setFormat(DANISH))

test('formats dates, times and numbers as Danish by default, with English names', () => {
  expect(formatDate(morning)).toBe('20/11/2026')
  expect(formatTime(morning)).toBe('09.04')
  expect(formatClock(morning)).toBe('09.04.08')
  expect(formatDateTime(morning)).toBe('20/11/2026, 09.04')
  expect(formatWeekday(morning)).toBe('Fri 20 Nov')
  expect(formatDay(morning)).toBe('20 Nov')
  expect(formatNumber(1013.25, 1)).toBe('1.013,3')
})

test('creates no formatter for dates and times of the default format', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat')
  setFormat({ locale: 'en-GB', twelveHours: false })
  setFormat(DANISH)
  for (const write of [formatDate, formatClock, formatDateTime, formatWeekday, formatDay]) write(morning)
  expect(created).not.toHaveBeenCalled()
  created.mockRestore()
})

test.each([
  ['en-US', '11/20/2026', '09:04', 'Fri, Nov 20', '1,013.3'],
  ['en-GB', '20/11/2026', '09:04', 'Fri 20 Nov', '1,013.3'],
  ['de-DE', '20.11.2026', '09:04', 'Fri 20 Nov', '1.013,3'],
  ['sv-SE', '2026-11-20', '09:04', 'Fri, Nov 20', '1\u00a0013,3'],
  ['fr-CA', '2026-11-20', '09:04', 'Fri, Nov 20', '1\u00a0013,3'],
  ['ja-JP', '2026/11/20', '09:04', 'Fri, Nov 20', '1,013.3'],
  ['ar-EG', '20/11/2026', '09:04', 'Fri 20 Nov', '1,013.3'],
  ['fa-IR', '2026/11/20', '09:04', 'Fri, Nov 20', '1,013.3'],
])('the date, time, weekday and number in %s are %s, %s, %s and %s', (locale, date, time, weekday, number) => {
  setFormat({ locale, twelveHours: false })
  expect([formatDate(morning), formatTime(morning), formatWeekday(morning), formatNumber(1013.25, 1)]).toEqual([
    date,
    time,
    weekday,
    number,
  ])
})

test.each([
  [0, '12.30 AM'],
  [1, '1.30 AM'],
  [11, '11.30 AM'],
  [12, '12.30 PM'],
  [23, '11.30 PM'],
])('the time %d.30 in twelve hours is %s on one line', (hours, text) => {
  setFormat({ ...DANISH, twelveHours: true })
  expect(formatTime(new Date(2026, 10, 20, hours, 30))).toBe(text.replace(' ', '\u00a0'))
})

test.each(['da-DK', 'en-US', 'ar-EG', 'fa-IR'])(
  'a negative number in %s has a minus sign, and zero has none',
  (locale) => {
    setFormat({ locale, twelveHours: false })
    expect(formatNumber(-5, 0)).toBe('\u22125')
    expect(formatNumber(-0.04, 1)).toMatch(/^0[.,]0$/)
  },
)

test('a number and its unit stay on one line', () => {
  expect(withUnit('21,4', '°C')).toBe('21,4\u00a0°C')
  expect(withUnit('N/A', '')).toBe('N/A')
})

test('a change of the format notifies its listeners once', () => {
  let changes = 0
  const stop = onFormatChange(() => changes++)
  setFormat({ ...DANISH })
  setFormat({ ...DANISH, twelveHours: true })
  setFormat({ ...DANISH, twelveHours: true })
  stop()
  setFormat(DANISH)
  expect(changes).toBe(1)
})

test.each([
  [400, 'just now'],
  [8_900, '8 seconds ago'],
  [60_000, '1 minute ago'],
  [7_200_000, '2 hours ago'],
  [3 * 86_400_000, '3 days ago'],
])('the age of %d ms is formatted as %s', (ms, words) => {
  expect(formatAge(ms)).toBe(words)
})
