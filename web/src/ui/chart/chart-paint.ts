import type uPlot from 'uplot'
import { commonGaps } from './chart-scale.ts'
import { shortName, stepApart } from './chart-names.ts'
import type { ChartContent, ChartLimit, ChartLine, ChartRange } from './chart-types.ts'
import { withUnit } from '../../lib/format.ts'
import { tokenColour } from './token-colour.ts'

const LABEL_PX = 12
const HATCH_PX = 7
const BAND_MIN_PX = 3
const LABEL_ROOM_PX = 20
/** Narrower gaps have no label. */
const LABELLED_GAP_PX = 56

/** Shades nights and hatches gaps common to all lines. Drawn below everything else. */
export function paintGround(chart: uPlot, content: ChartContent): void {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.fillStyle = tokenColour('night')
  for (const night of content.nights) {
    const { left, right } = pixelsOf(chart, night)
    if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height)
  }
  for (const band of content.broken ?? []) paintBroken(chart, band)
  for (const gap of commonGaps(content.lines)) {
    const { left, right } = pixelsOf(chart, gap)
    if (right - left >= 2 * ratio()) hatch(ctx, { left, right, top: bbox.top, bottom: bbox.top + bbox.height })
  }
  ctx.restore()
}

/** Draws a band over the time a limit was broken. Short bands are widened to stay visible. */
function paintBroken(chart: uPlot, band: ChartRange): void {
  const { ctx, bbox } = chart
  const { left, right } = pixelsOf(chart, band)
  const width = Math.max(right - left, BAND_MIN_PX * ratio())
  if (right < bbox.left || left > bbox.left + bbox.width) return
  ctx.fillStyle = tokenColour('open-shade')
  ctx.fillRect(left, bbox.top, width, bbox.height)
}

function pixelsOf(chart: uPlot, { from, to }: ChartRange): { left: number; right: number } {
  const { left, width } = chart.bbox
  return {
    left: Math.max(chart.valToPos(from, 'x', true), left),
    right: Math.min(chart.valToPos(to, 'x', true), left + width),
  }
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

function hatch(ctx: CanvasRenderingContext2D, { left, right, top, bottom }: Box): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, right - left, bottom - top)
  ctx.clip()
  ctx.strokeStyle = tokenColour('line')
  ctx.lineWidth = 1.5 * ratio()
  ctx.beginPath()
  for (let x = left - (bottom - top); x < right; x += HATCH_PX * ratio()) {
    ctx.moveTo(x, bottom)
    ctx.lineTo(x + (bottom - top), top)
  }
  ctx.stroke()
  if (right - left >= LABELLED_GAP_PX * ratio()) {
    write(ctx, 'no data', { x: (left + right) / 2, y: top + 16 * ratio(), align: 'center', colour: 'ink-soft' })
  }
  ctx.restore()
}

/** Draws limits, stems of the newest events, the unit, the names of lines and the value of a lone reading. */
export function paintNotes(chart: uPlot, content: ChartContent): void {
  const { ctx, bbox } = chart
  ctx.save()
  for (const { time, colour } of content.stems) {
    const x = chart.valToPos(time, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    dashedLine(ctx, [x, bbox.top, x, bbox.top + bbox.height], { colour, dash: [2, 3], width: 1 })
  }
  for (const limit of content.limits) paintLimit(chart, limit)
  ctx.font = font()
  // A long unit, such as µmol/m²/s, extends above the plot.
  const right = Math.max(bbox.left - 8 * ratio(), ctx.measureText(content.unit).width + 2 * ratio())
  write(ctx, content.unit, { x: right, y: bbox.top - 10 * ratio(), align: 'right', colour: 'ink-soft' })
  paintNames(chart, content)
  paintLone(chart, content)
  ctx.restore()
}

function paintLimit(chart: uPlot, { value, label, isSoft = false, side = 'above' }: ChartLimit): void {
  const { ctx, bbox } = chart
  const y = chart.valToPos(value, 'y', true)
  const [top, bottom] = [bbox.top, bbox.top + bbox.height]
  if (y < top || y > bottom) return
  const [colour, dash] = isSoft ? ['ink-soft', [1.5, 3]] : ['danger', [5, 4]]
  dashedLine(ctx, [bbox.left, y, bbox.left + bbox.width, y], { colour, dash, width: 1.5 })
  const isAbove = side === 'above' ? y - top > LABEL_ROOM_PX * ratio() : bottom - y <= LABEL_ROOM_PX * ratio()
  write(ctx, label, { x: bbox.left + 8 * ratio(), y: y + (isAbove ? -6 : 16) * ratio(), align: 'left', colour })
}

function dashedLine(
  ctx: CanvasRenderingContext2D,
  [fromX, fromY, toX, toY]: readonly [number, number, number, number],
  { colour, dash, width }: { colour: string; dash: readonly number[]; width: number },
): void {
  ctx.strokeStyle = tokenColour(colour)
  ctx.lineWidth = width * ratio()
  ctx.setLineDash(dash.map((length) => length * ratio()))
  ctx.beginPath()
  ctx.moveTo(fromX, fromY)
  ctx.lineTo(toX, toY)
  ctx.stroke()
  ctx.setLineDash([])
}

function paintNames(chart: uPlot, { lines, range, gutter }: ChartContent): void {
  const { ctx, bbox } = chart
  const ends = lines.flatMap((line) => {
    const last = line.isNamed ? lastPoint(line, range) : undefined
    return last ? [{ name: line.name, colour: line.colour, end: chart.valToPos(last.average, 'y', true), last }] : []
  })
  const room = { top: bbox.top / ratio(), bottom: (bbox.top + bbox.height) / ratio() }
  for (const { name, colour, end, y } of stepApart(
    ends.map((one) => ({ ...one, end: one.end / ratio() })),
    room,
  )) {
    const right = bbox.left + bbox.width
    ctx.strokeStyle = tokenColour(colour)
    ctx.lineWidth = 1.5 * ratio()
    ctx.beginPath()
    ctx.moveTo(right + 2 * ratio(), end * ratio())
    ctx.lineTo(right + 10 * ratio(), y * ratio())
    ctx.stroke()
    ctx.font = font()
    const text = shortName(name, (short) => ctx.measureText(short).width <= (gutter - 16) * ratio())
    write(ctx, text, { x: right + 14 * ratio(), y: (y + 4) * ratio(), align: 'left', colour: 'ink' })
  }
}

/** Writes the value of a line's only reading beside its dot. */
function paintLone(chart: uPlot, { lines, range, unit, formatValue }: ContentOfLone): void {
  for (const { series } of lines) {
    const points = series.runs.flat().filter(({ time }) => time >= range.from && time <= range.to)
    const [point] = points
    if (!point || points.length > 1) continue
    const x = chart.valToPos(point.time, 'x', true)
    const isLate = x > chart.bbox.left + chart.bbox.width / 2
    const words = { x: x + (isLate ? -8 : 8) * ratio(), y: chart.valToPos(point.average, 'y', true) - 8 * ratio() }
    write(chart.ctx, withUnit(formatValue(point.average), unit), {
      ...words,
      align: isLate ? 'right' : 'left',
      colour: 'ink',
    })
  }
}

type ContentOfLone = Pick<ChartContent, 'lines' | 'range' | 'unit' | 'formatValue'>

function lastPoint({ series }: ChartLine, { to }: ChartRange) {
  return series.runs.flat().findLast(({ time }) => time <= to)
}

interface Words {
  x: number
  y: number
  align: CanvasTextAlign
  colour: string
}

function write(ctx: CanvasRenderingContext2D, text: string, { x, y, align, colour }: Words): void {
  ctx.font = font()
  ctx.textAlign = align
  ctx.textBaseline = 'alphabetic'
  ctx.lineJoin = 'round'
  ctx.lineWidth = 4 * ratio()
  ctx.strokeStyle = tokenColour('surface')
  ctx.strokeText(text, x, y)
  ctx.fillStyle = tokenColour(colour)
  ctx.fillText(text, x, y)
}

function font(): string {
  return `${LABEL_PX * ratio()}px "Figtree Variable", sans-serif`
}

/** uPlot draws in device pixels. */
function ratio(): number {
  return window.devicePixelRatio
}
