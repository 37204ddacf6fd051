import { expect, test } from 'vitest'
import { cases } from '../../../../testing/test-run.ts'
import { seededRandom } from '../../../../testing/random.ts'
import { SEED } from '../../../../testing/test-run.ts'
import { readCalendar } from '../../../test/read-calendar.ts'
import { fold, writeCalendar, type CalendarEvent } from './icalendar.ts'

const EVENT: CalendarEvent = {
  uid: 'a-0@greenhouse',
  date: '2026-12-31',
  nextDate: '2027-01-01',
  summary: 'Water Basil',
  location: 'Tomato house, Bench A',
  url: 'https://greenhouse.example.org/plants/a',
}
const MADE_AT = Date.parse('2026-11-20T00:00:00Z')

const written = (event: Partial<CalendarEvent>, name = 'Asta’s garden') =>
  writeCalendar({ name, madeAt: MADE_AT, events: [{ ...EVENT, ...event }] })
const read = (...given: Parameters<typeof written>) => readCalendar(written(...given))

test('a calendar has what RFC 5545 requires, and how often to read it', () => {
  expect(read({})).toMatchObject({ name: 'Asta’s garden', version: '2.0', refresh: 'PT1H' })
  expect(written({})).toContain('\r\nPRODID:-//Greenhouse//Tasks//EN\r\n')
})

test('an event takes a whole day, and does not make its person busy', () => {
  expect(read({}).events).toEqual([
    {
      uid: 'a-0@greenhouse',
      summary: 'Water Basil',
      location: 'Tomato house, Bench A',
      url: EVENT.url,
      start: '2026-12-31',
      end: '2027-01-01',
      stamp: '2026-11-20T00:00:00Z',
      transparency: 'TRANSPARENT',
    },
  ])
})

test('an event without a place and an address has no line for them', () => {
  expect(written({ location: '', url: '' })).not.toMatch(/^(?:LOCATION|URL)/m)
})

test('signs with a meaning of their own are escaped, for programs that are strict', () => {
  expect(written({ summary: 'a;b,c\\d\ne' })).toContain('\r\nSUMMARY:a\\;b\\,c\\\\d\\ne\r\n')
})

test.each([
  'a;b,c\\d',
  'two\nlines',
  'END:VEVENT\r\nBEGIN:VALARM',
  '"quoted": \\n is not a line break',
  'x'.repeat(300),
  '🌿'.repeat(80),
  '👩🏽‍🌾'.repeat(14),
  '日本の庭'.repeat(40),
  'مريم الحديقة'.repeat(10),
])('the text %j comes back as it was', (text) => {
  const { name, events } = read({ summary: text, location: text }, text)
  const expected = text.replaceAll('\r\n', '\n')
  expect([name, events.map(({ summary, location }) => [summary, location])]).toEqual([expected, [[expected, expected]]])
})

test.each([
  [75, 1],
  [76, 2],
  [149, 2],
  [150, 3],
])('a line of %d octets has %d parts', (octets, parts) => {
  const folded = fold('x'.repeat(octets)).split('\r\n')
  expect(folded).toHaveLength(parts)
  expect(folded.map((part) => part.length).every((length) => length <= 75)).toBe(true)
})

test('a random text comes back as it was', () => {
  const random = seededRandom(SEED)
  const signs = ['a', ';', ',', '\\', '\n', 'ø', '日', '🌿', ':', '"', ' ', '\u0301']
  for (let count = 0; count < cases(200); count++) {
    const text = Array.from(
      { length: Math.floor(random() * 200) },
      () => signs[Math.floor(random() * signs.length)],
    ).join('')
    expect(read({ summary: text }).events.map(({ summary }) => summary)).toEqual([text])
  }
})
