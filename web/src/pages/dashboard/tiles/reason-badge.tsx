import { ArrowDownToLine, ArrowUpToLine } from 'lucide-react'
import { reasonOf } from './series-words.ts'
import type { SeriesTile } from '../../../shared/series/series-tile.ts'

const ARROWS = { above: ArrowUpToLine, below: ArrowDownToLine } as const

export function ReasonBadge({ tile, celsius }: { tile: SeriesTile; celsius: boolean }) {
  const reason = reasonOf(tile, celsius)
  if (!reason) return undefined
  const Arrow = ARROWS[reason.side]
  return (
    <span className="flex items-center gap-1 rounded-pill bg-danger-wash px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-danger forced-colors:border">
      <Arrow aria-hidden className="size-3.5" />
      {reason.side} {reason.limit}
    </span>
  )
}
