import { eventsWithin } from './near-events.ts'
import type { ChartLane, ChartRange } from './chart-types.ts'

export function EventTable({ lanes, range }: { lanes: readonly ChartLane[]; range: ChartRange }) {
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
