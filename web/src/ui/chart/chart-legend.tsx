import type { ReactNode } from 'react'
import type { ChartMark } from './chart-types.ts'

/** What the signs of the chart mean. */
export function ChartLegend({ colour, marks }: { colour: string; marks: readonly ChartMark[] }) {
  // What is drawn last lies on top and is named first.
  const kinds = [...new Set(marks.map(({ kind }) => kind))].toReversed()
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
      <Entry sign={<span className="h-0.5 w-4.5 bg-current" style={{ color: `var(--${colour})` }} />}>average</Entry>
      <Entry sign={<span className="h-3 w-4.5 bg-current opacity-25" style={{ color: `var(--${colour})` }} />}>
        min to max
      </Entry>
      {kinds.map(({ name, colour: ofKind }) => (
        <Entry key={name} sign={<span className="size-2.5 rounded-pill" style={{ background: `var(--${ofKind})` }} />}>
          {name}
        </Entry>
      ))}
    </ul>
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
