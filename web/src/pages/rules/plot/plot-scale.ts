/** The area of the drawing in a plot, in pixels. */
export interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface PlotScale {
  readonly ticks: readonly number[]
  readonly from: number
  readonly to: number
}

const LINES = 5

/** Returns a scale that holds all values, with room for a limit above and below them. */
export function plotScale(values: readonly number[], spanMin: number): PlotScale {
  const finite = values.filter(Number.isFinite)
  const [low, high] = finite.length === 0 ? [0, 1] : [Math.min(...finite), Math.max(...finite)]
  const step = stepFor(Math.max(high - low, spanMin) / LINES)
  const from = Math.floor(low / step - 0.5) * step
  const to = Math.ceil(high / step + 0.5) * step
  const count = Math.round((to - from) / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((from + index * step).toPrecision(12)))
  return { ticks, from, to }
}

export function yOf(value: number, { from, to }: PlotScale, { top, bottom }: PlotArea): number {
  return bottom - ((value - from) / (to - from)) * (bottom - top)
}

export function valueAt(y: number, { from, to }: PlotScale, { top, bottom }: PlotArea): number {
  return from + ((bottom - y) / (bottom - top)) * (to - from)
}

export function xOf(time: number, range: { readonly from: number; readonly to: number }, { left, right }: PlotArea) {
  return left + ((time - range.from) / (range.to - range.from)) * (right - left)
}

/** Returns 1, 2 or 5 times a power of ten that is not less than a length. */
function stepFor(length: number): number {
  if (!(length > 0) || !Number.isFinite(length)) return 1
  const power = 10 ** Math.floor(Math.log10(length))
  return ([1, 2, 5].find((one) => one * power >= length * 0.999) ?? 10) * power
}
