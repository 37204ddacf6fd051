import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../testing/test-run.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { ActiveHours } from '../rules.ts'
import { Hours, hoursOf } from './active-hours.ts'

const copenhagen = { latitude: 55.68, longitude: 12.57 }
const tromso = { latitude: 69.65, longitude: 18.96 }
const sydney = { latitude: -33.87, longitude: 151.21 }
const at = (text: string) => Date.parse(text)
/** Returns when a rule with these hours counts within a range, by asking for each minute. */
function activeIn(hours: ActiveHours, [from, to]: readonly [string, string], place: typeof copenhagen | null = null) {
  const own = new Hours(hours, place)
  const spans: string[] = []
  let since: number | undefined
  for (let minute = at(from); minute <= at(to); minute += MINUTE_MS) {
    const isActive = minute < at(to) && own.has(minute)
    if (isActive) since ??= minute
    else if (since !== undefined) {
      spans.push(`${text(since)} ${text(minute)}`)
      since = undefined
    }
  }
  return spans
}
const text = (instant: number) => new Date(instant).toISOString().slice(5, 16)
/** Returns a time of day, such as 08:30, at a minute of the day or of the next one. */
const timeAt = (minute: number) => Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString().slice(0, 5)
const between = (from: string, to: string, timeZone: string): ActiveHours => ({ from, to, timeZone })

describe('two times of day', () => {
  test.each([
    ['in winter', 'Europe/Copenhagen', '08:00', '10:00', '2026-01-10', ['01-10T07:00 01-10T09:00']],
    ['in summer', 'Europe/Copenhagen', '08:00', '10:00', '2026-07-10', ['07-10T06:00 07-10T08:00']],
    ['over midnight', 'UTC', '22:00', '06:00', '2026-07-10', ['07-10T00:00 07-10T06:00', '07-10T22:00 07-11T00:00']],
    [
      'on the day without half past two',
      'Europe/Copenhagen',
      '02:30',
      '04:00',
      '2026-03-29',
      ['03-29T01:00 03-29T02:00'],
    ],
    [
      'up to half past two on the day without it',
      'Europe/Copenhagen',
      '01:00',
      '02:30',
      '2026-03-29',
      ['03-29T00:00 03-29T01:00', '03-29T23:00 03-30T00:00'],
    ],
    ['that do not exist', 'Europe/Copenhagen', '02:10', '02:50', '2026-03-29', []],
    [
      'on the day with half past two twice',
      'Europe/Copenhagen',
      '02:30',
      '04:00',
      '2026-10-25',
      ['10-25T00:30 10-25T03:00'],
    ],
    [
      'up to half past two on the day that has it twice',
      'Europe/Copenhagen',
      '01:00',
      '02:30',
      '2026-10-25',
      ['10-25T00:00 10-25T00:30'],
    ],
    [
      'in New York when clocks go forward',
      'America/New_York',
      '02:30',
      '05:00',
      '2026-03-08',
      ['03-08T07:00 03-08T09:00'],
    ],
    [
      'in New York when clocks go back',
      'America/New_York',
      '01:30',
      '05:00',
      '2026-11-01',
      ['11-01T05:30 11-01T10:00'],
    ],
    ['half an hour beside the others', 'Asia/Kolkata', '08:00', '09:00', '2026-05-05', ['05-05T02:30 05-05T03:30']],
    [
      'in Santiago, where midnight does not exist',
      'America/Santiago',
      '00:00',
      '02:00',
      '2026-09-06',
      ['09-06T04:00 09-06T05:00'],
    ],
  ] as const)('%s', (_, zone, from, to, day, spans) => {
    const length = [`${day}T00:00Z`, new Date(at(`${day}T00:00Z`) + DAY_MS).toISOString()] as const
    expect(activeIn(between(from, to, zone), length)).toEqual(spans)
  })

  test('handles hours over midnight in the night in which clocks change', () => {
    const night = between('22:00', '06:00', 'Europe/Copenhagen')
    expect(activeIn(night, ['2026-03-28T12:00Z', '2026-03-29T12:00Z'])).toEqual(['03-28T21:00 03-29T04:00'])
    expect(activeIn(night, ['2026-10-24T12:00Z', '2026-10-25T12:00Z'])).toEqual(['10-24T20:00 10-25T05:00'])
  })

  test('treats equal times as the whole day', () => {
    expect(hoursOf(between('07:00', '07:00', 'Europe/Copenhagen'), null)).toBeUndefined()
    expect(new Hours(between('07:00', '07:00', 'UTC'), null).has(0)).toBe(true)
  })

  test('divides each instant of the year between hours and their reverse', () => {
    const time = fc.integer({ min: 0, max: 1439 }).map(timeAt)
    const zone = fc.constantFrom(
      'Europe/Copenhagen',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Santiago',
      'UTC',
    )
    const start = fc.constantFrom('2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05', '2026-09-06')
    fc.assert(
      fc.property(time, time, zone, start, (from, to, timeZone, day) => {
        fc.pre(from !== to)
        const [one, other] = [
          new Hours(between(from, to, timeZone), null),
          new Hours(between(to, from, timeZone), null),
        ]
        for (
          let instant = at(`${day}T00:00Z`) - DAY_MS;
          instant < at(`${day}T00:00Z`) + 2 * DAY_MS;
          instant += 7 * MINUTE_MS
        ) {
          expect(one.has(instant)).toBe(!other.has(instant))
          // The cached period has no part in the answer.
          expect(one.has(instant)).toBe(new Hours(between(from, to, timeZone), null).has(instant))
        }
      }),
      { numRuns: cases(25) },
    )
  })

  test.each([
    ['Europe/Copenhagen', '2026-03-29'],
    ['Europe/Copenhagen', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['America/Santiago', '2026-09-06'],
    ['Asia/Kathmandu', '2028-02-29'],
  ])('begins active hours in %s on %s when clocks first show the time, or a later one', (zone, day) => {
    const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    for (let minute = 0; minute < 1440; minute += 10) {
      const [time, end] = [timeAt(minute), timeAt(minute + 600)]
      const inside = Temporal.PlainDateTime.from(`${day}T${time}`).add({ hours: 5 }).toZonedDateTime(zone)
      const { from, isActive } = new Hours(between(time, end, zone), null).periodAt(inside.epochMilliseconds)
      expect([time, isActive]).toEqual([time, true])
      expect(format.format(from) >= `${day} ${time}`).toBe(true)
      expect(format.format(from - 1) < `${day} ${time}`).toBe(true)
    }
  })

  test('accepts PST, an old name of America/Los_Angeles, as a time zone', () => {
    const night = (zone: string) => new Hours(between('22:00', '06:00', zone), null).periodAt(at('2026-07-01T00:00Z'))
    expect(night('PST')).toEqual(night('America/Los_Angeles'))
  })
})

describe('by day', () => {
  test.each([
    ['from sunrise to sunset', copenhagen, '2026-06-21', ['06-21T02:26 06-21T19:58']],
    ['in the south', sydney, '2026-01-01', ['01-01T00:00 01-01T09:09', '01-01T18:48 01-02T00:00']],
    ['never in the polar night', tromso, '2026-12-21', []],
    ['always under the midnight sun', tromso, '2026-06-21', ['06-21T00:00 06-22T00:00']],
    ['from 6 to 18 hours UTC without a place', null, '2026-06-21', ['06-21T06:00 06-21T18:00']],
  ] as const)('%s', (_, place, day, spans) => {
    const range = [`${day}T00:00Z`, new Date(at(`${day}T00:00Z`) + DAY_MS).toISOString()] as const
    const found = activeIn('day', range, place)
    expect(found).toHaveLength(spans.length)
    const instants = (span: string | undefined) => span?.split(' ').map((one) => at(`2026-${one}Z`)) ?? []
    for (const [index, span] of spans.entries())
      for (const [end, instant] of instants(span).entries())
        expect(Math.abs((instants(found[index])[end] ?? 0) - instant)).toBeLessThanOrEqual(3 * MINUTE_MS)
  })

  test('counts when by night does not', () => {
    for (const place of [copenhagen, tromso, sydney, null])
      for (
        let instant = at('2026-01-01T00:00Z');
        instant < at('2027-01-01T00:00Z');
        instant += 5 * HOUR_MS + 13 * MINUTE_MS
      )
        expect(new Hours('day', place).has(instant)).toBe(!new Hours('night', place).has(instant))
  })

  test('does not depend on what was asked before', () => {
    const wrong: string[] = []
    for (const place of [copenhagen, tromso, sydney, null]) {
      const kept = new Hours('night', place)
      for (let instant = at('2026-01-01T00:00Z'); instant < at('2027-01-01T00:00Z'); instant += 17 * MINUTE_MS)
        if (kept.has(instant) !== new Hours('night', place).has(instant)) wrong.push(new Date(instant).toISOString())
    }
    expect(wrong).toEqual([])
  })
})

test('a period ends where the hours change', () => {
  const hours = new Hours(between('08:00', '10:00', 'UTC'), null)
  const period = hours.periodAt(at('2026-05-05T09:00Z'))
  expect(period).toEqual({ from: at('2026-05-05T08:00Z'), to: at('2026-05-05T10:00Z'), isActive: true })
  expect(hours.periodAt(at('2026-05-05T10:00Z')).from).toBe(at('2026-05-05T10:00Z'))
})

test('shares cached periods among rules with the same hours', () => {
  expect(hoursOf('always', copenhagen)).toBeUndefined()
  expect(hoursOf('day', copenhagen)).toBe(hoursOf('day', { ...copenhagen }))
  expect(hoursOf('day', copenhagen)).not.toBe(hoursOf('night', copenhagen))
})
