import { tokenColour } from '../../../ui/chart/token-colour.ts'
import { drawLanes, drawRows, laneRows, lanesHeight, rowsHeight, wrapper } from './picture-lanes.ts'
import type { Plot } from '../plots/plot.ts'
import type { DrawnPlots } from '../plots/use-plots.ts'

const TITLE_PX = 18
const NAME_PX = 13
const EDGE_PX = 24
const HEAD_PX = TITLE_PX + NAME_PX + 20
const ROWS_GAP_PX = 16
const FAMILY = '"Figtree Variable", sans-serif'

/** Saves plots, lanes and descriptions of events in one picture. */
export function savePicture(place: HTMLElement | null, { plots, lanes, range, gutter }: DrawnPlots): void {
  const canvases = [...(place?.querySelectorAll<HTMLCanvasElement>('.line-chart canvas') ?? [])]
  const ratio = window.devicePixelRatio
  const picture = document.createElement('canvas')
  const ctx = picture.getContext('2d')
  if (!ctx) return
  const width = Math.max(...canvases.map((canvas) => canvas.width)) / ratio
  const charts = canvases.reduce((sum, { height }) => sum + height / ratio + HEAD_PX, 0)
  const rows = laneRows(lanes, range, wrapper(ctx, width))
  const rowsPx = rows.length > 0 ? ROWS_GAP_PX + rowsHeight(rows) : 0
  picture.width = (width + 2 * EDGE_PX) * ratio
  picture.height = Math.ceil((charts + lanesHeight(lanes) + rowsPx + 2 * EDGE_PX) * ratio)
  ctx.scale(ratio, ratio)
  ctx.fillStyle = tokenColour('surface')
  ctx.fillRect(0, 0, picture.width, picture.height)
  let top = EDGE_PX
  for (const [index, canvas] of canvases.entries()) {
    const plot = plots[index]
    if (plot) writeHead(ctx, plot, { left: EDGE_PX, top })
    const size = { width: canvas.width / ratio, height: canvas.height / ratio }
    ctx.drawImage(canvas, EDGE_PX, top + HEAD_PX, size.width, size.height)
    top += HEAD_PX + size.height
    if (index > 0) continue
    drawLanes(ctx, { lanes, range }, { left: EDGE_PX, top, width: size.width, gutter })
    top += lanesHeight(lanes)
  }
  drawRows(ctx, rows, { left: EDGE_PX, top: top + ROWS_GAP_PX })
  picture.toBlob((blob) => blob && save(blob))
}

function writeHead(ctx: CanvasRenderingContext2D, plot: Plot, { left, top }: { left: number; top: number }): void {
  ctx.fillStyle = tokenColour('ink')
  ctx.font = `600 ${TITLE_PX}px ${FAMILY}`
  ctx.fillText(plot.title, left, top + TITLE_PX)
  ctx.font = `${NAME_PX}px ${FAMILY}`
  const y = top + TITLE_PX + NAME_PX + 10
  let x = left
  for (const { name, colour, dash, width } of plot.lines.filter(({ isHidden }) => !isHidden)) {
    ctx.strokeStyle = tokenColour(colour)
    ctx.lineWidth = width
    ctx.setLineDash([...dash])
    ctx.beginPath()
    ctx.moveTo(x, y - 4)
    ctx.lineTo(x + 24, y - 4)
    ctx.stroke()
    ctx.fillText(name, x + 30, y)
    x += 30 + ctx.measureText(name).width + 18
  }
  ctx.setLineDash([])
}

function save(blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = 'history.png'
  link.click()
  // The download has started by then. Revoking frees the memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
