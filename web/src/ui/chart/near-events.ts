import type { ChartEvent, ChartLane, ChartRange } from './chart-types.ts'

/** Closer events share a mark with a count. */
const EVENT_PX = 24

/** Edges of the bar in pixels. */
export interface LaneMark {
  readonly events: readonly ChartEvent[]
  readonly left: number
  readonly right: number
}

export function eventsWithin(events: readonly ChartEvent[], range: ChartRange): ChartEvent[] {
  return events.filter(({ from, to }) => from <= range.to && to >= range.from)
}

/** Returns the marks of events within a range; joins those too close to be touched separately. */
export function joinNear(events: readonly ChartEvent[], range: ChartRange, widthPx: number): LaneMark[] {
  const x = (time: number) =>
    ((Math.min(Math.max(time, range.from), range.to) - range.from) / (range.to - range.from)) * widthPx
  const marks: LaneMark[] = []
  for (const event of eventsWithin(events, range).toSorted((one, other) => one.from - other.from)) {
    const [left, right] = [x(event.from), x(event.to)]
    const last = marks.at(-1)
    if (last && (left - last.left < EVENT_PX || left < last.right)) {
      marks[marks.length - 1] = { ...last, events: [...last.events, event], right: Math.max(last.right, right) }
    } else marks.push({ events: [event], left, right })
  }
  return marks
}

/** Returns the side of the bar with room for the text, preferring the right. */
export function markSide(
  marks: readonly LaneMark[],
  index: number,
  { plotPx, textPx }: { plotPx: number; textPx: (mark: LaneMark) => number },
): 'right' | 'left' | undefined {
  const mark = marks[index]
  if (!mark) return undefined
  if ((marks[index + 1]?.left ?? plotPx) - mark.right >= textPx(mark)) return 'right'
  // The previous mark may have its text on the right.
  const before = marks[index - 1]
  const room = mark.left - (before?.right ?? 0)
  return room >= textPx(mark) + (before ? textPx(before) : 0) ? 'left' : undefined
}

/** Returns the text beside a mark: of a single event its own, of several in a lane of signs their number. */
export function markText({ events }: LaneMark, { sign }: ChartLane): string | undefined {
  if (events.length === 1) return events[0]?.mark
  return sign && String(events.length)
}

const CHARACTER_PX = 6.5
const BESIDE_PX = 16

/** Estimates the width of the text beside a mark, with a bar of the least length. */
export function markTextPx(mark: LaneMark, lane: ChartLane): number {
  const text = markText(mark, lane)
  return text === undefined ? 0 : text.length * CHARACTER_PX + BESIDE_PX
}
