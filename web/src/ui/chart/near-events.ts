import type { ChartEvent, ChartRange } from './chart-types.ts'

/** Events closer than this are one mark with a count. */
const EVENT_PX = 24

/** One mark of a lane: the events that it stands for, and where its bar begins and ends, in pixels. */
export interface LaneMark {
  readonly events: readonly ChartEvent[]
  readonly left: number
  readonly right: number
}

/** The marks of the events within a range on so many pixels; those that are too close to be touched apart are joined. */
export function joinNear(events: readonly ChartEvent[], range: ChartRange, widthPx: number): LaneMark[] {
  const x = (time: number) =>
    ((Math.min(Math.max(time, range.from), range.to) - range.from) / (range.to - range.from)) * widthPx
  const marks: LaneMark[] = []
  const inside = events.filter(({ from, to }) => from <= range.to && to >= range.from)
  for (const event of inside.toSorted((one, other) => one.from - other.from)) {
    const [left, right] = [x(event.from), x(event.to)]
    const last = marks.at(-1)
    if (last && left - last.left < EVENT_PX) {
      marks[marks.length - 1] = { ...last, events: [...last.events, event], right: Math.max(last.right, right) }
    } else marks.push({ events: [event], left, right })
  }
  return marks
}
