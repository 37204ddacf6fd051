import type uPlot from 'uplot'
import type { ChartContent, ChartMarkKind } from './chart-types.ts'
import { tokenColour } from './token-colour.ts'

const LABEL_PX = 12
const HATCH_PX = 7
/** A gap narrower than this has no room for its words. */
const LABELLED_GAP_PX = 56

/** Hatches the gaps in which the device was silent. Drawn below everything else. */
export function paintGaps(chart: uPlot, { series }: ChartContent): void {
  const { ctx, bbox } = chart
  ctx.save()
  for (const gap of series.gaps) {
    const left = Math.max(chart.valToPos(gap.from, 'x', true), bbox.left)
    const right = Math.min(chart.valToPos(gap.to, 'x', true), bbox.left + bbox.width)
    if (right - left >= 2 * ratio()) hatch(ctx, { left, right, top: bbox.top, bottom: bbox.top + bbox.height })
  }
  ctx.restore()
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

/** Draws the limits as dashed lines with their words, and what happened as marks on the time axis. */
export function paintNotes(chart: uPlot, { limits, marks }: ChartContent): void {
  const { ctx, bbox } = chart
  ctx.save()
  for (const { value, label } of limits) {
    const y = chart.valToPos(value, 'y', true)
    if (y < bbox.top || y > bbox.top + bbox.height) continue
    ctx.strokeStyle = tokenColour('danger')
    ctx.lineWidth = 1.5 * ratio()
    ctx.setLineDash([5 * ratio(), 4 * ratio()])
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    ctx.setLineDash([])
    const above = y - bbox.top > 20 * ratio()
    const corner = { x: bbox.left + 8 * ratio(), y: y + (above ? -6 : 16) * ratio() }
    write(ctx, label, { ...corner, align: 'left', colour: 'danger' })
  }
  for (const { time, kind } of marks) {
    const x = chart.valToPos(time, 'x', true)
    if (x >= bbox.left && x <= bbox.left + bbox.width) mark(ctx, x, bbox.top + bbox.height, kind)
  }
  ctx.restore()
}

function mark(ctx: CanvasRenderingContext2D, x: number, bottom: number, kind: ChartMarkKind): void {
  const y = bottom - 10 * ratio()
  const colour = tokenColour(kind.colour)
  ctx.fillStyle = colour
  ctx.strokeStyle = colour
  ctx.lineWidth = 2 * ratio()
  ctx.beginPath()
  if (kind.hasStem) {
    ctx.moveTo(x, y)
    ctx.lineTo(x, bottom)
    ctx.stroke()
    ctx.beginPath()
  }
  ctx.arc(x, y, 4.5 * ratio(), 0, 2 * Math.PI)
  ctx.fill()
}

interface Words {
  x: number
  y: number
  align: CanvasTextAlign
  colour: string
}

function write(ctx: CanvasRenderingContext2D, text: string, { x, y, align, colour }: Words): void {
  ctx.font = `${LABEL_PX * ratio()}px "Figtree Variable", sans-serif`
  ctx.textAlign = align
  ctx.textBaseline = 'alphabetic'
  ctx.lineJoin = 'round'
  ctx.lineWidth = 4 * ratio()
  ctx.strokeStyle = tokenColour('surface')
  ctx.strokeText(text, x, y)
  ctx.fillStyle = tokenColour(colour)
  ctx.fillText(text, x, y)
}

/** uPlot draws in device pixels. */
function ratio(): number {
  return window.devicePixelRatio
}
