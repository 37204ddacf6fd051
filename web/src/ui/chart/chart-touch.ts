import type UPlot from 'uplot'
import type { ChartRange } from './chart-types.ts'

const DOUBLE_TAP_MS = 350
const DOUBLE_TAP_PX = 30

interface TouchEvents {
  readonly range: () => ChartRange
  readonly preview: (range: ChartRange) => void
  readonly onZoom: (range: ChartRange) => void
  readonly onReset: () => void
}

/** Returns the range that keeps two touched instants below their fingers, in pixels from the plot's left edge. */
export function pinchedRange(
  range: ChartRange,
  widthPx: number,
  [from, to]: readonly [readonly [number, number], readonly [number, number]],
): ChartRange {
  const timeAt = (x: number) => range.from + (x / widthPx) * (range.to - range.from)
  const [firstTime, secondTime] = [timeAt(from[0]), timeAt(from[1])]
  const apart = Math.max(Math.abs(to[1] - to[0]), 1) * Math.sign(from[1] - from[0] || 1)
  const perPixel = (secondTime - firstTime) / apart
  const middle = (firstTime + secondTime) / 2 - perPixel * ((to[0] + to[1]) / 2)
  return { from: Math.round(middle), to: Math.round(middle + perPixel * widthPx) }
}

/** Handles touch: one finger moves the crosshair, two zoom and pan, a double tap resets. */
export function followTouch(chart: UPlot, events: TouchEvents): () => void {
  const { over } = chart
  const fingers = new Map<number, number>()
  let pinch: { readonly range: ChartRange; readonly from: readonly [number, number] } | undefined
  let made: ChartRange | undefined
  const taps = watchTaps(events.onReset)

  const places = (): readonly [number, number] | undefined => {
    const [one, other] = fingers.values()
    return fingers.size === 2 && one !== undefined && other !== undefined ? [one, other] : undefined
  }
  const put = (event: PointerEvent) => {
    const { left, top } = over.getBoundingClientRect()
    fingers.set(event.pointerId, event.clientX - left)
    if (fingers.size === 1) chart.setCursor({ left: event.clientX - left, top: event.clientY - top })
  }
  const down = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    put(event)
    const from = places()
    if (from) pinch = { range: events.range(), from }
    taps.down(event, fingers.size)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' || !fingers.has(event.pointerId)) return
    put(event)
    const to = places()
    if (!pinch || !to) return
    made = pinchedRange(pinch.range, over.clientWidth, [pinch.from, to])
    events.preview(made)
  }
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return
    if (event.type === 'pointerup') taps.up(event)
    if (made) events.onZoom(made)
    pinch = undefined
    made = undefined
  }

  const stop = new AbortController()
  const { signal } = stop
  over.style.touchAction = 'pan-y'
  over.addEventListener('pointerdown', down, { signal })
  over.addEventListener('pointermove', move, { signal })
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) over.addEventListener(end, up, { signal })
  return () => stop.abort()
}

/** Calls back after two taps with one finger at the same place, not after two quick pinches. */
export function watchTaps(onDoubleTap: () => void) {
  let down: Place | undefined
  let last: Place | undefined
  return {
    /** @param fingers on the screen, including this one */
    down(event: Place, fingers: number): void {
      down = fingers === 1 ? event : undefined
    },
    up(event: Place): void {
      if (!down || !isNear(down, event)) return
      const isSecond = last && isNear(last, event) && down.timeStamp - last.timeStamp < DOUBLE_TAP_MS
      if (isSecond) onDoubleTap()
      last = isSecond ? undefined : event
      down = undefined
    },
  }
}

type Place = Pick<PointerEvent, 'clientX' | 'clientY' | 'timeStamp'>

function isNear(one: Place, other: Place): boolean {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) < DOUBLE_TAP_PX
}
