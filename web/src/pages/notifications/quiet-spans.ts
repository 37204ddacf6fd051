const DAY_MINUTES = 1440

/** Returns the time span in percent of a day; two parts if it includes midnight. */
export function quietSpans({ from, to }: { readonly from: string; readonly to: string }) {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  if (start === undefined || end === undefined || start === end) return []
  const span = (first: number, last: number) => ({
    start: (first / DAY_MINUTES) * 100,
    length: ((last - first) / DAY_MINUTES) * 100,
  })
  return start < end ? [span(start, end)] : [span(0, end), span(start, DAY_MINUTES)]
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
