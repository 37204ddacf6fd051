import { expect, test } from 'vitest'
import { metricById } from '@greenhouse/contract'
import type { Plot, PlotLine } from '../plots/plot.ts'
import { csvOf } from './save-csv.ts'

const START = Date.UTC(2026, 5, 1)
const point = (minute: number, average: number) => ({
  time: START + minute * 60_000,
  average,
  min: average - 1,
  max: average + 1,
})
const lineOf = (deviceName: string, more: Partial<PlotLine> = {}): PlotLine => ({
  id: deviceName,
  name: deviceName,
  of: {
    id: deviceName,
    deviceId: 'd',
    deviceName,
    metric: metricById('temperature'),
    channel: '',
    label: 'Temperature',
    isVisible: true,
  },
  series: { runs: [[point(-5, 1), point(0, 20.5)], [point(10, -3.25)]], gaps: [] },
  colour: 'temperature',
  dash: [],
  width: 2,
  hasBand: false,
  isNamed: false,
  widthMs: 0,
  newest: undefined,
  isGhost: false,
  isHidden: false,
  ...more,
})
const plotOf = (...lines: PlotLine[]): Plot => ({
  title: 'Temperature',
  lines,
  content: {
    lines,
    range: { from: START, to: START + 60_000_000 },
    unit: '°C',
    nights: [],
    limits: [],
    stems: [],
    spanMin: 2,
    gutter: 0,
    formatValue: String,
  },
})
const range = { from: START, to: START + 60_000_000 }

test('the CSV file has the drawn points, and no hidden series', () => {
  const plot = plotOf(lineOf('North'), lineOf('South', { isHidden: true }))
  expect(csvOf([plot], range).split('\r\n')).toEqual([
    'time,device,series,unit,mean,lowest,highest',
    '2026-06-01T00:00:00.000Z,North,Temperature,°C,20.5,19.5,21.5',
    '2026-06-01T00:10:00.000Z,North,Temperature,°C,-3.25,-4.25,-2.25',
    '',
  ])
})

test('the names in a CSV file become neither formulas nor further columns', () => {
  for (const name of ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1'])
    expect(csvOf([plotOf(lineOf(name))], range)).toContain(`,'${name},Temperature,`)
  const rows = csvOf([plotOf(lineOf('a,"b"'))], range)
  expect(rows).toContain(',"a,""b""",Temperature,')
})
