import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentTime } from './sent-time.ts'

const AT = Date.parse('2026-01-05T10:00:00Z')

test.each([
  ['2026-01-05T10:00:00Z', AT],
  ['2026-01-05T10:00Z', AT],
  ['2026-01-05t10:00:00z', AT],
  ['2026-01-05T10:00:00', AT],
  ['2026-01-05 10:00:00Z', AT],
  ['2026-01-05 10:00:00', AT],
  ['2026-01-05 11:00:00+01:00', AT],
  ['2026-01-05T04:30:00-0530', AT],
  ['2026-01-05 10:00:00.250', AT + 250],
  [AT / 1000, AT],
  [AT / 1000 + 0.25, AT + 250],
  [AT, AT],
  [0, 0],
])('%j is the time %i', (sent, at) => {
  expect(sentTime(sent)).toBe(at)
})

test.each([
  ['yesterday'],
  ['2026-01-05'],
  ['10:00:00'],
  ['2026-13-45T99:00:00Z'],
  [''],
  [null],
  [true],
  [{}],
  [Infinity],
])('%j is no time', (sent) => {
  expect(sentTime(sent)).toBeNaN()
})

/** Times of the usual form, real and impossible ones, and texts that differ from it by a character. */
function nearlyUsualTimes() {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
  const day = fc.oneof(
    fc.constantFrom('2024-02-29', '2026-02-30', '2026-02-29', '1969-12-31', '0000-01-01', '2026-00-10'),
    fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-')),
  )
  const pair = fc.oneof(fc.constantFrom('00', '23', '24', '59', '60'), digits(2))
  const fraction = fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{0,11}$/))
  const usual = fc
    .tuple(day, pair, pair, pair, fraction)
    .map(([date, hours, minutes, seconds, rest]) => `${date}T${hours}:${minutes}:${seconds}${rest}Z`)
  const changed = fc
    .tuple(usual, fc.nat(29), fc.constantFrom('', ' ', 'a', '.', ':', 'z', '١'))
    .map(([text, place, character]) => text.slice(0, place) + character + text.slice(place + 1))
  return fc.oneof(usual, changed)
}

test('reads every time of the usual form as Date.parse does, also after another day', () => {
  const usual = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
  fc.assert(
    fc.property(fc.array(nearlyUsualTimes(), { minLength: 1, maxLength: 5 }), (texts) => {
      for (const text of texts) {
        if (usual.test(text)) expect([text, sentTime(text)]).toEqual([text, Date.parse(text)])
        // With a space it is no usual one, and read by the rules for all forms.
        expect([text, sentTime(text)]).toEqual([text, sentTime(text.replace('T', ' '))])
      }
    }),
    { numRuns: 2000 },
  )
})
