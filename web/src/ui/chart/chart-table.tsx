import { formatDateTime } from '../../lib/format.ts'
import type { ChartContent, ChartSeries } from './chart-types.ts'

interface ChartTableProps {
  label: string
  isTitled?: boolean
  unit: string
  series: ChartSeries
  formatValue: ChartContent['formatValue']
}

export function ChartTable({ label, isTitled = false, unit, series, formatValue }: ChartTableProps) {
  const points = series.runs.flat()
  return (
    <section
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={`${label} as a table`}
      className="max-h-96 overflow-auto rounded-control border border-line"
    >
      <table className="w-full text-sm">
        <caption className={isTitled ? 'px-3 py-2 text-start font-semibold' : 'sr-only'}>{label}</caption>
        <thead className="sticky top-0 bg-sunken text-start">
          <tr>
            {['Time', `Average, ${unit}`, `Lowest, ${unit}`, `Highest, ${unit}`].map((name) => (
              <th key={name} scope="col" className="px-3 py-2 text-start font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ time, average, min, max }) => (
            <tr key={time} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-start font-normal whitespace-nowrap">
                {formatDateTime(time)}
              </th>
              <td className="px-3 py-1.5">{formatValue(average)}</td>
              <td className="px-3 py-1.5">{formatValue(min)}</td>
              <td className="px-3 py-1.5">{formatValue(max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
