import { expect, test } from 'vitest'
import { cases } from '../../../../testing/test-run.ts'
import { seededRandom } from '../../../../testing/random.ts'
import { SEED } from '../../../../testing/test-run.ts'
import { parseICalendar, textOf, valueOf } from '../../../test/parse-icalendar.ts'
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

const parsed = (event: Partial<CalendarEvent>, name = 'Asta’s garden') =>
  parseICalendar(writeCalendar({ name, madeAt: MADE_AT, events: [{ ...EVENT, ...event }] }))

test('a calendar has what RFC 5545 requires, and how often to read it', () => {
  const calendar = parsed({})
  expect(calendar.name).toBe('VCALENDAR')
  expect(valueOf(calendar, 'VERSION')).toBe('2.0')
  expect(valueOf(calendar, 'PRODID')).toMatch(/Greenhouse/)
  expect(textOf(calendar, 'X-WR-CALNAME')).toBe('Asta’s garden')
  const interval = calendar.properties.find(({ name }) => name === 'REFRESH-INTERVAL')
  expect(interval).toMatchObject({ parameters: { VALUE: 'DURATION' }, value: 'PT1H' })
})

test('an event takes a whole day, and does not make its person busy', () => {
  const [event] = parsed({}).components
  if (!event) throw new Error('There is no event.')
  const dates = ['DTSTART', 'DTEND'].map((name) => event.properties.find((property) => property.name === name))
  expect(dates).toMatchObject([
    { parameters: { VALUE: 'DATE' }, value: '20261231' },
    { parameters: { VALUE: 'DATE' }, value: '20270101' },
  ])
  expect(valueOf(event, 'UID')).toBe('a-0@greenhouse')
  expect(valueOf(event, 'DTSTAMP')).toBe('20261120T000000Z')
  expect(textOf(event, 'SUMMARY')).toBe('Water Basil')
  expect(textOf(event, 'LOCATION')).toBe('Tomato house, Bench A')
  expect(valueOf(event, 'URL')).toBe(EVENT.url)
  expect(valueOf(event, 'TRANSP')).toBe('TRANSPARENT')
})

test('an event without a place and an address has no line for them', () => {
  const [event] = parsed({ location: '', url: '' }).components
  expect(event?.properties.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['LOCATION']))
  expect(event?.properties.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['URL']))
})

test.each([
  'a;b,c\\d',
  'two\nlines',
  'END:VEVENT\r\nBEGIN:VALARM',
  '"quoted": \\n is not a line break',
  'x'.repeat(300),
  '🌿'.repeat(80),
  '日本の庭'.repeat(40),
  'مريم الحديقة'.repeat(10),
])('the text %j comes back as it was', (text) => {
  const calendar = parsed({ summary: text }, text)
  const expected = text.replaceAll('\r\n', '\n')
  expect(textOf(calendar, 'X-WR-CALNAME')).toBe(expected)
  expect(textOf(calendar.components[0] ?? calendar, 'SUMMARY')).toBe(expected)
  expect(calendar.components).toHaveLength(1)
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
    expect(textOf(parsed({ summary: text }).components[0] ?? parsed({}), 'SUMMARY')).toBe(text)
  }
})
