import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { emailAddress, oneLine, severalLines, timestamp } from './fields.ts'

const line = z.string().check(oneLine())
const lines = z.string().check(severalLines())

describe('text', () => {
  test.each(['\0', 'a\nb', 'a\tb', '\u007f', '\u0085', '\ud800', 'a\udc00'])(
    'a text of one line refuses %j',
    (text) => {
      expect(line.safeParse(text).success).toBe(false)
    },
  )

  test.each(['\0', 'a\u0007', '\u0085', '\ud800'])('a text of several lines refuses %j', (text) => {
    expect(lines.safeParse(text).success).toBe(false)
  })

  test.each(['Tomato 🍅', '👩‍🌾', 'שלום', '\u202eevil', '<img src=x onerror=alert(1)>', 'e\u0301'])(
    'a text may be %j',
    (text) => {
      expect(line.parse(text)).toBe(text)
    },
  )

  test('a text of several lines keeps tabs and line breaks', () => {
    expect(lines.parse('one\n\ttwo\r\n')).toBe('one\n\ttwo\r\n')
  })
})

describe('a timestamp', () => {
  test.each([
    '2026-11-20T09:41:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '2028-02-29T12:00:00.000Z',
    '2026-02-29T12:00:00.000Z',
    '2026-04-31T12:00:00.000Z',
    '2026-02-28T24:00:00.000Z',
    '2026-11-20T09:41:00.0000Z',
    '2026-11-20T10:41:00+01:00',
    '2026-11-20',
  ])('a timestamp becomes UTC with milliseconds: %s', (text) => {
    expect(timestamp.parse(text)).toBe(new Date(text).toISOString())
  })

  test.each([
    '2026-00-20T09:41:00.000Z',
    '2026-13-20T09:41:00.000Z',
    '2026-11-00T09:41:00.000Z',
    '2026-11-32T09:41:00.000Z',
    '2026-11-20T25:00:00.000Z',
    '2026-11-20T24:00:00.001Z',
    '2026-11-20T09:60:00.000Z',
    '2026-11-20T09:41:60.000Z',
    '2026-11-20T09:41:00.000Z\n',
    'today',
  ])('a timestamp is refused when there is no such instant: %j', (text) => {
    expect(timestamp.safeParse(text).success).toBe(false)
  })
})

describe('an email address', () => {
  const address = emailAddress('required', 'invalid')

  test.each(['ann@example.org\0x', 'a\u200bnn@example.org', 'ann@exam\u00adple.org', '\u202eann@example.org'])(
    'an email address with an invisible character is refused: %j',
    (text) => expect(address.safeParse(text).success).toBe(false),
  )

  test('an email address is the same in any encoding of its accents', () => {
    expect(address.parse('ren\u0065\u0301@example.org')).toBe('ren\u00e9@example.org')
  })
})
