import { useLayoutEffect, useRef } from 'react'
import { SeriesTableRow, type SeriesTableRowProps } from './series-table-row.tsx'
import type { SeriesActions } from './use-series-actions.ts'

const HEADS = [
  ['Quantity', 'text-start ps-6'],
  ['Label', 'text-start'],
  ['Last value', 'text-end'],
  ['24 h', 'text-start'],
  ['Age', 'text-start'],
  ['Calibration', 'text-start'],
] as const

export function SeriesTable({ rows, actions, ...shown }: Omit<SeriesTableRowProps, 'series'>) {
  const moved = useRef<string>(undefined)
  const shownOrder = useRef('')
  const order = rows.map(({ seriesId }) => seriesId).join(' ')
  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (shownOrder.current === order) return
    shownOrder.current = order
    if (moved.current !== undefined) document.getElementById(`menu-${moved.current}`)?.focus()
    moved.current = undefined
  }, [order])
  const move: SeriesActions['move'] = (series, by, listed) => {
    moved.current = series.seriesId
    actions.move(series, by, listed)
  }
  return (
    <table className="w-full text-sm max-lg:block">
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line text-ink-soft">
          {HEADS.map(([name, look]) => (
            <th key={name} scope="col" className={`px-3 py-2 font-normal ${look}`}>
              {name}
            </th>
          ))}
          <th scope="col" className="w-14">
            <span className="sr-only">Change</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((series) => (
          <SeriesTableRow key={series.seriesId} series={series} rows={rows} {...shown} actions={{ ...actions, move }} />
        ))}
      </tbody>
    </table>
  )
}
