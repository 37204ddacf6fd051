import { seriesWithin } from '../../../ui/chart/chart-scale.ts'
import type { ChartLane, ChartRange, ChartContent, ChartSeries } from '../../../ui/chart/chart-types.ts'
import type { Plot } from './plot.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { eventsWithin } from '../../../ui/chart/near-events.ts'

interface ChartTablesProps {
  plots: readonly Plot[]
  lanes: readonly ChartLane[]
  range: ChartRange
}

export function ChartTables({ plots, lanes, range }: ChartTablesProps) {
  return (
    <>
      {plots.flatMap(({ title, content, lines }) =>
        lines
          .filter(({ isHidden }) => !isHidden)
          .map(({ id, name, series }) => (
            <ChartTable
              key={id}
              label={`${title} of ${name}`}
              isTitled={lines.length > 1}
              unit={content.unit}
              series={seriesWithin(series, range)}
              formatValue={content.formatValue}
            />
          )),
      )}
      {lanes.length > 0 && <EventTable lanes={lanes} range={range} />}
    </>
  )
}

interface ChartTableProps {
  label: string
  isTitled?: boolean
  unit: string
  series: ChartSeries
  formatValue: ChartContent['formatValue']
}

function ChartTable({ label, isTitled = false, unit, series, formatValue }: ChartTableProps) {
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

function EventTable({ lanes, range }: { lanes: readonly ChartLane[]; range: ChartRange }) {
  const rows = lanes.flatMap(({ name, events }) => eventsWithin(events, range).map((event) => ({ name, event })))
  return (
    <section
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Events as a table"
      className="max-h-96 overflow-auto rounded-control border border-line"
    >
      <table className="w-full text-sm">
        <caption className="px-3 py-2 text-start font-semibold">Events</caption>
        <thead className="sticky top-0 bg-sunken text-start">
          <tr>
            {['Kind', 'What happened'].map((name) => (
              <th key={name} scope="col" className="px-3 py-2 text-start font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .toSorted((one, other) => one.event.from - other.event.from)
            .map(({ name, event }, index) => (
              // Two events may have the same text.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index} className="border-t border-line">
                <th scope="row" className="px-3 py-1.5 text-start align-top font-normal whitespace-nowrap">
                  {name}
                </th>
                <td className="px-3 py-1.5 wrap-anywhere">{event.words}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
