import { expect, test } from 'vitest'
import { aPlot, aPlotLine } from '../plots/plots.fixture.ts'
import type { PlotLine } from '../plots/plot.ts'
import { countReadings } from './count-readings.ts'

const range = { from: 10, to: 30 }
const runs = [
  [10, 20],
  [30, 40],
].map((times) => times.map((time) => ({ time, average: 1, min: 1, max: 1 })))
const count = (line: Partial<PlotLine>, isZoomed = false) =>
  countReadings(
    { plots: [aPlot(aPlotLine(line)), aPlot(aPlotLine({ id: 'hidden', isHidden: true }))], range },
    isZoomed,
  )

test('the readings of a chart are counted one by one, or from its buckets', () => {
  expect(count({ series: { runs, gaps: [] } })).toBe(3)
  expect(count({ series: { runs, gaps: [] }, widthMs: 10, values: 20_160 })).toBe(20_160)
})

test('the readings of a chart are not counted where buckets go beyond it, or lost some', () => {
  expect(count({ widthMs: 10, values: 20_160 }, true)).toBeUndefined()
  expect(count({ widthMs: 10 })).toBeUndefined()
})
