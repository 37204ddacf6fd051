import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'
import { formatTime } from '../../lib/format.ts'

const HALF_HOUR_MS = 30 * MINUTE_MS
/** Half hours in a bar: divisors of a day. */
const WIDTHS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 48]
/** Gaps read to screen readers; others are counted. */
const SPOKEN_MAX = 3

/** `share`: of the expected readings, at most 1. */
interface Bar {
  readonly from: number
  readonly to: number
  readonly share: number
}

/** Returns the bars of a day, at least as wide as the device's interval, from counts of half hours, oldest first. */
export function receivedBars(received: readonly number[], intervalSeconds: number, now: number): Bar[] {
  const minWidth = (intervalSeconds * 1000) / HALF_HOUR_MS
  const width = WIDTHS.find((count) => count >= minWidth) ?? received.length
  const expected = (width * HALF_HOUR_MS) / (intervalSeconds * 1000)
  const start = now - received.length * HALF_HOUR_MS
  return Array.from({ length: Math.ceil(received.length / width) }, (_, index) => {
    const count = sum(received.slice(index * width, (index + 1) * width))
    const from = start + index * width * HALF_HOUR_MS
    return { from, to: from + width * HALF_HOUR_MS, share: Math.min(count / expected, 1) }
  })
}

/** Returns a sentence such as `No readings from 02.10 to 03.10.` */
export function spokenBars(bars: readonly Bar[]): string {
  const gaps = gapsOf(bars)
  if (gaps.length === 0) return 'Readings came throughout the last 24 hours.'
  const [first, last] = [gaps[0], bars.at(-1)]
  if (gaps.length === 1 && first && last && first.to - first.from >= DAY_MS) return 'No readings in the last 24 hours.'
  const spoken = gaps
    .slice(0, SPOKEN_MAX)
    .map(({ from, to }) =>
      to === last?.to ? `since ${formatTime(from)}` : `from ${formatTime(from)} to ${formatTime(to)}`,
    )
  const more = gaps.length - spoken.length
  const all = more > 0 ? [...spoken, `${more} more ${more === 1 ? 'time' : 'times'}`] : spoken
  return `No readings ${joined(all)}.`
}

/** Returns `2,879 of 2,880`, or only the received number if it is larger. */
export function receivedCounts(received: readonly number[], expected: number) {
  const came = sum(received)
  return { came, expected: expected >= came ? expected : undefined }
}

function gapsOf(bars: readonly Bar[]): Array<{ from: number; to: number }> {
  const gaps: Array<{ from: number; to: number }> = []
  for (const { from, to, share } of bars) {
    const open = gaps.at(-1)
    if (share > 0) continue
    if (open?.to === from) open.to = to
    else gaps.push({ from, to })
  }
  return gaps
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
