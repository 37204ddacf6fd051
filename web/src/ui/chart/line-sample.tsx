import type { ChartLine } from './chart-types.ts'

export function LineSample({ colour, dash, width }: Pick<ChartLine, 'colour' | 'dash' | 'width'>) {
  return (
    <svg aria-hidden viewBox="0 0 24 4" className="h-1 w-6 shrink-0">
      <line x2="24" y1="2" y2="2" stroke={`var(--${colour})`} strokeWidth={width} strokeDasharray={dash.join(' ')} />
    </svg>
  )
}
