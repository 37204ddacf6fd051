import { tokenColour } from '../../ui/chart/token-colour.ts'
import type { Plot } from './plots.ts'

const TITLE_PX = 18
const NAME_PX = 13
const EDGE_PX = 24

/** Saves the plots as they are drawn, below their names, as one picture. */
export function savePicture(place: HTMLElement | null, plots: readonly Plot[]): void {
  const canvases = [...(place?.querySelectorAll<HTMLCanvasElement>('.line-chart canvas') ?? [])]
  const ratio = window.devicePixelRatio
  const headPx = (TITLE_PX + NAME_PX + 20) * ratio
  const picture = document.createElement('canvas')
  picture.width = Math.max(...canvases.map(({ width }) => width)) + 2 * EDGE_PX * ratio
  picture.height = canvases.reduce((sum, { height }) => sum + height + headPx, 2 * EDGE_PX * ratio)
  const ctx = picture.getContext('2d')
  if (!ctx) return
  ctx.fillStyle = tokenColour('surface')
  ctx.fillRect(0, 0, picture.width, picture.height)
  let top = EDGE_PX * ratio
  for (const [index, canvas] of canvases.entries()) {
    const plot = plots[index]
    if (plot) writeHead(ctx, plot, { left: EDGE_PX * ratio, top, ratio })
    ctx.drawImage(canvas, EDGE_PX * ratio, top + headPx)
    top += canvas.height + headPx
  }
  picture.toBlob((blob) => blob && save(blob))
}

interface Corner {
  left: number
  top: number
  ratio: number
}

function writeHead(ctx: CanvasRenderingContext2D, plot: Plot, { left, top, ratio }: Corner): void {
  ctx.fillStyle = tokenColour('ink')
  ctx.font = `600 ${TITLE_PX * ratio}px "Figtree Variable", sans-serif`
  ctx.fillText(plot.title, left, top + TITLE_PX * ratio)
  ctx.font = `${NAME_PX * ratio}px "Figtree Variable", sans-serif`
  const y = top + (TITLE_PX + NAME_PX + 10) * ratio
  let x = left
  for (const { name, colour, dash, width } of plot.lines.filter(({ isHidden }) => !isHidden)) {
    ctx.strokeStyle = tokenColour(colour)
    ctx.lineWidth = width * ratio
    ctx.setLineDash(dash.map((length) => length * ratio))
    ctx.beginPath()
    ctx.moveTo(x, y - 4 * ratio)
    ctx.lineTo(x + 24 * ratio, y - 4 * ratio)
    ctx.stroke()
    ctx.fillText(name, x + 30 * ratio, y)
    x += 30 * ratio + ctx.measureText(name).width + 18 * ratio
  }
  ctx.setLineDash([])
}

function save(blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = 'history.png'
  link.click()
  // The browser has started to copy it by then; until it is revoked it uses memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
