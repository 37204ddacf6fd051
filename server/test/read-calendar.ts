import ICAL from 'ical.js'

/** An event of a calendar as another program reads it. */
interface ReadEvent {
  readonly uid: string
  readonly summary: string
  /** '' for none, like `url`. */
  readonly location: string
  readonly url: string
  /** First day and the day after the last; `2026-11-20`. A time of day follows unless it takes whole days. */
  readonly start: string
  readonly end: string
  readonly stamp: string
  readonly transparency: string
}

interface ReadCalendar {
  readonly name: string
  readonly version: string
  readonly refresh: string
  readonly events: readonly ReadEvent[]
}

/** An event with others, such as RRULE, would mean more than is read here. */
const READ = new Set(['uid', 'summary', 'location', 'url', 'dtstart', 'dtend', 'dtstamp', 'transp'])

// The parser leaves values of properties that it does not know as they are.
ICAL.design.icalendar.property['x-wr-calname'] = { defaultType: 'text' }

/** Reads a calendar with ical.js. Throws for what it can't parse, and for the lines that RFC 5545 forbids. */
export function readCalendar(text: string): ReadCalendar {
  checkLines(text)
  const calendar = new ICAL.Component(ICAL.parse(text))
  if (calendar.name !== 'vcalendar') throw new Error(`Not a calendar: ${calendar.name}`)
  const components = calendar.getAllSubcomponents()
  const other = components.find(({ name }) => name !== 'vevent')
  if (other) throw new Error(`Not an event: ${other.name}`)
  return {
    name: valueOf(calendar, 'x-wr-calname'),
    version: valueOf(calendar, 'version'),
    refresh: valueOf(calendar, 'refresh-interval'),
    events: components.map(readEvent),
  }
}

function readEvent(event: ICAL.Component): ReadEvent {
  const unread = event.getAllProperties().find(({ name }) => !READ.has(name))
  if (unread) throw new Error(`Not read: ${unread.name}`)
  return {
    uid: valueOf(event, 'uid'),
    summary: valueOf(event, 'summary'),
    location: valueOf(event, 'location'),
    url: valueOf(event, 'url'),
    start: valueOf(event, 'dtstart'),
    end: valueOf(event, 'dtend'),
    stamp: valueOf(event, 'dtstamp'),
    transparency: valueOf(event, 'transp'),
  }
}

/** Throws when there are several. */
function valueOf(component: ICAL.Component, name: string): string {
  const found = component.getAllProperties(name)
  if (found.length > 1) throw new Error(`${name} is given ${found.length} times.`)
  return String(found[0]?.getFirstValue() ?? '')
}

/** Checks what ical.js forgives: ends of lines, their 75 octets, and characters that are cut in two. */
function checkLines(text: string): void {
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end.')
  for (const line of text.slice(0, -2).split('\r\n')) {
    if (/[\r\n]/.test(line)) throw new Error(`A line break without its other half: ${line}`)
    if (Buffer.byteLength(line) > 75) throw new Error(`More than 75 octets: ${line}`)
    if (!line.isWellFormed() || line.includes('\uFFFD')) throw new Error(`Not UTF-8: ${line}`)
  }
}
