import type { ReactNode } from 'react'
import { commonGaps, limitsInSight } from '../../../ui/chart/chart-scale.ts'
import { eventsWithin } from '../../../ui/chart/near-events.ts'
import type { ChartContent, ChartLane } from '../../../ui/chart/chart-types.ts'

export function ChartLegend({ content, lanes }: { content: ChartContent; lanes: readonly ChartLane[] }) {
  const { lines, range, nights } = content
  const [first] = lines
  const colour = first?.colour ?? 'ink'
  const gaps = commonGaps(lines).filter(({ from, to }) => from < range.to && to > range.from)
  return (
    <ul className="flex min-h-5 flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
      {lines.length === 1 && (
        <Entry sign={<span className="h-0.5 w-4.5 bg-current" style={{ color: `var(--${colour})` }} />}>average</Entry>
      )}
      {first?.hasBand === true && (
        <Entry sign={<span className="h-3 w-4.5 bg-current opacity-25" style={{ color: `var(--${colour})` }} />}>
          min to max
        </Entry>
      )}
      {nights.length > 0 && (
        <Entry sign={<span className="h-3 w-4.5 border border-line" style={{ background: 'var(--night)' }} />}>
          sunset to sunrise
        </Entry>
      )}
      {gaps.length > 0 && <Entry sign={<Hatch />}>no data</Entry>}
      {limitsInSight(content).length > 0 && (
        <Entry sign={<span className="w-4.5 border-t-2 border-dashed border-danger" />}>limit of an alert</Entry>
      )}
      {lanes
        .filter(({ events }) => eventsWithin(events, range).length > 0)
        .map(({ name, colour: ofLane }) => (
          <Entry
            key={name}
            sign={<span className="size-2.5 rounded-pill" style={{ background: `var(--${ofLane})` }} />}
          >
            {name.toLowerCase()}
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
