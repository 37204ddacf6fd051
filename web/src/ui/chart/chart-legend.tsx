import type { ReactNode } from 'react'
import { isWithin, limitsInSight, seriesWithin } from './chart-scale.ts'
import type { ChartContent } from './chart-types.ts'

/** What the signs of the chart mean, of those that are in sight. */
export function ChartLegend(content: ChartContent) {
  const { series, range, marks, colour } = content
  // What is drawn last lies on top and is named first.
  const kinds = [...new Set(marks.filter(({ time }) => isWithin(time, range)).map(({ kind }) => kind))].toReversed()
  return (
    <ul className="flex min-h-5 flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
      <Entry sign={<span className="h-0.5 w-4.5 bg-current" style={{ color: `var(--${colour})` }} />}>average</Entry>
      <Entry sign={<span className="h-3 w-4.5 bg-current opacity-25" style={{ color: `var(--${colour})` }} />}>
        min to max
      </Entry>
      {seriesWithin(series, range).gaps.length > 0 && <Entry sign={<Hatch />}>no data</Entry>}
      {limitsInSight(content).length > 0 && (
        <Entry sign={<span className="w-4.5 border-t-2 border-dashed border-danger" />}>limit of an alert</Entry>
      )}
      {kinds.map(({ name, colour: ofKind }) => (
        <Entry key={name} sign={<span className="size-2.5 rounded-pill" style={{ background: `var(--${ofKind})` }} />}>
          {name}
        </Entry>
      ))}
    </ul>
  )
}

function Hatch() {
  return (
    <svg aria-hidden viewBox="0 0 18 12" className="h-3 w-4.5 stroke-ink-soft">
      <path d="M0 8 8 0M2 12 14 0M10 12 18 4" />
    </svg>
  )
}

function Entry({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      {sign}
      {children}
    </li>
  )
}
