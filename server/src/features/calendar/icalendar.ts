/** An event of a whole day. Dates are `2026-11-20`. */
export interface CalendarEvent {
  readonly uid: string
  readonly date: string
  readonly nextDate: string
  readonly summary: string
  /** '' for none, like `url`. */
  readonly location: string
  readonly url: string
}

interface Calendar {
  readonly name: string
  /** When its events were worked out, milliseconds since 1970. */
  readonly madeAt: number
  readonly events: readonly CalendarEvent[]
}

/** Octets of a line without its end, by RFC 5545, 3.1. */
const OCTETS_MAX = 75

/** Writes a calendar in the format of RFC 5545, with the name and interval of RFC 7986 and of older programs. */
export function writeCalendar({ name, madeAt, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Greenhouse//Tasks//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => linesOf(event, madeAt)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function linesOf({ uid, date, nextDate, summary, location, url }: CalendarEvent, madeAt: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${instant(madeAt)}`,
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${nextDate.replaceAll('-', '')}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(location === '' ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(url === '' ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Returns `20261120T094100Z`. */
function instant(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Control characters other than line breaks are not allowed in a text. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** Breaks a line between characters: the parts after the first begin with a space. */
export function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > OCTETS_MAX) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}
