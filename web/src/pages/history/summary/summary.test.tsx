import { DAY_MS, HOUR_MS } from '@greenhouse/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aPlot, aPlotLine } from '../plots/plots.fixture.ts'
import { Summary } from './summary.tsx'

afterEach(cleanup)

const point = (hour: number, min: number, max: number) => ({
  time: hour * HOUR_MS,
  average: (min + max) / 2,
  min,
  max,
})
const TWO_HOURS = 2 * HOUR_MS

test.each([
  ['2 h', TWO_HOURS, [point(1, 20, 24), point(3, 25, 27)]],
  ['at most 4 h', TWO_HOURS, [point(1, 20, 25), point(3, 18, 31), point(5, 20, 24)]],
  ['at least 2 h, at most 6 h', TWO_HOURS, [point(1, 25, 26), point(3, 22, 31), point(5, 24, 25)]],
  ['at most 24 h', DAY_MS, [point(12, 4, 31), point(36, 4, 20)]],
  ['0 h', TWO_HOURS, [point(1, 20, 24), point(3, 20, 24)]],
  ['45 min', 0, [point(1, 25, 25), point(1.5, 26, 26), point(2, 20, 20)]],
  ['a moment', 0, [point(1, 31, 31)]],
])('the summary states “%s” above a limit for points of %i ms', (words, widthMs, run) => {
  const line = aPlotLine({ widthMs, series: { runs: [run], gaps: [] } })
  render(
    <Summary
      plots={[aPlot(line)]}
      range={{ from: 0, to: 2 * DAY_MS }}
      limits={[{ seriesId: line.id, operator: '>=', value: 25, label: '' }]}
      celsius
      zone="Europe/Copenhagen"
      isWide={false}
    />,
  )
  const figure = screen.getByText(/^At or above 25/).parentElement
  expect(figure?.querySelector('dd')?.textContent.replaceAll('\u00a0', ' ').trim()).toBe(words)
})

test('puts the figures of all plots into the same columns', () => {
  const run = [point(1, 20, 24), point(3, 25, 27)]
  const lines = ['temperature', 'humidity'].map((id) => aPlotLine({ id, series: { runs: [run], gaps: [] } }))
  render(
    <Summary
      plots={lines.map((line) => aPlot(line))}
      range={{ from: 0, to: 2 * DAY_MS }}
      limits={[{ seriesId: 'temperature', operator: '>=', value: 25, label: '' }]}
      celsius
      zone="Europe/Copenhagen"
      isWide
    />,
  )
  const rows = screen.getAllByRole<HTMLTableRowElement>('row')
  expect(rows).toHaveLength(4)
  for (const row of rows) expect([...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0)).toBe(5)
})
