/** From the first instant of a calendar year in a time zone to that of the next; milliseconds since 1970. */
export function yearRange(year: number, timeZone: string): { from: number; before: number } {
  return { from: startOfYear(year, timeZone), before: startOfYear(year + 1, timeZone) }
}

/** Returns the calendar year of an instant in a time zone. */
export function yearOf(instant: number, timeZone: string): number {
  return wallClock(instant, timeZone).getUTCFullYear()
}

function startOfYear(year: number, timeZone: string): number {
  const wanted = Date.UTC(year, 0, 1)
  // Twice: the first guess may fall on the other side of a change of the clocks.
  const first = wanted - (wallClock(wanted, timeZone).getTime() - wanted)
  return wanted - (wallClock(first, timeZone).getTime() - first)
}

/** What a clock on the wall shows, as if it were UTC. */
function wallClock(instant: number, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, instant % 1000))
}
