import { describe, expect, test } from 'vitest'
import type { Opening } from '../../features/history/episode.ts'
import { formatNumber } from '../../lib/format.ts'
import type { ChartEvent } from '../../ui/chart/chart-types.ts'
import type { AlertNote } from './alert-notes.ts'
import { lanesOf, stemsOf } from './lanes.ts'
import { aPlot, aPlotLine } from './plot-examples.ts'
import type { PlotLine } from './plots.ts'

const MINUTE = 60_000
const AT = new Date(2026, 5, 12, 13).getTime()
const lineOf = (values: readonly number[], more: Partial<PlotLine> = {}) => {
  const run = values.map((value, index) => ({ time: AT + index * 10 * MINUTE, average: value, min: value, max: value }))
  return aPlotLine({ series: { runs: [run], gaps: [] }, ...more })
}
const plotOf = (line: PlotLine) =>
  aPlot(line, { range: { from: AT, to: AT + 60 * MINUTE }, formatValue: (value) => formatNumber(value, 1) })
const opening: Opening = { at: AT, kind: 'above', limit: 30, next: undefined, isOpen: false }
const alertNote: AlertNote = { seriesId: 'a.temperature', at: AT, words: 'Too warm.', opening }
const alertsOf = (line: PlotLine, note = alertNote): readonly ChartEvent[] =>
  lanesOf({ alerts: [note], waterings: [] }, [plotOf(line)])[0]?.events ?? []

describe('the bar of an alert', () => {
  test('lasts until a reading is back within the limit, with its furthest value beside it and in its words', () => {
    expect(alertsOf(lineOf([30, 33.25, 31, 29]))).toEqual([
      {
        from: AT,
        to: AT + 30 * MINUTE,
        mark: '33,3',
        words: 'Too warm. It lasted 30\u00a0min and reached 33,3\u00a0°C.',
      },
    ])
  })

  test('says that its length is a rough one where the points are averages', () => {
    const words = (values: readonly number[]) => alertsOf(lineOf(values, { widthMs: 10 * MINUTE }))[0]?.words
    expect(words([30, 33, 31, 29])).toBe('Too warm. It lasted about 30\u00a0min and reached 33,0\u00a0°C.')
    expect(words([31, 29])).toBe('Too warm. It lasted less than 10\u00a0min and reached 31,0\u00a0°C.')
  })

  test('says until when it had not ended', () => {
    expect(alertsOf(lineOf([30, 31]))[0]?.words).toBe(
      'Too warm. It had not ended by 12/06/2026, 13.10 and had reached 31,0\u00a0°C.',
    )
  })

  test('is an instant where its condition is gone', () => {
    expect(alertsOf(lineOf([30, 31]), { ...alertNote, opening: undefined })).toEqual([
      { from: AT, to: AT, words: 'Too warm.' },
    ])
  })

  test('is hidden with its series, and so is its line through the plot', () => {
    expect(alertsOf(lineOf([30, 31], { isHidden: true }))).toEqual([])
    const range = { from: AT - MINUTE, to: AT + MINUTE }
    const notes = { alerts: [alertNote], waterings: [] }
    expect(stemsOf(notes, range, [])).toEqual([{ time: AT, colour: 'danger' }])
    expect(stemsOf(notes, range, ['a.temperature'])).toEqual([])
  })
})
