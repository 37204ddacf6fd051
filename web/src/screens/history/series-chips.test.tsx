import { metricById } from '@greenhouse/contract'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlotLine } from './plots.ts'
import { SeriesChips } from './series-chips.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const metric = metricById('temperature')
const line: PlotLine = {
  id: 'a.temperature',
  name: 'North end',
  series: { runs: [], gaps: [] },
  colour: 'series-1',
  dash: [],
  width: 2,
  hasBand: false,
  isNamed: false,
  of: {
    id: 'a.temperature',
    deviceId: 'a',
    deviceName: 'North end',
    metric,
    channel: '',
    label: metric.label,
    isVisible: true,
  },
  widthMs: 0,
  isGhost: false,
  isHidden: false,
}
const content = {
  lines: [line],
  range: { from: 0, to: 1 },
  unit: '°C',
  nights: [],
  limits: [],
  stems: [],
  spanMin: 1,
  gutter: 0,
  formatValue: String,
}

function showChip() {
  const [onToggle, onAlone] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()]
  const plot = { title: 'Temperature', lines: [line], content }
  render(<SeriesChips {...{ plot, onToggle, onAlone, time: undefined, onRemove: () => undefined }} />)
  return { chip: screen.getByRole('button'), onToggle, onAlone }
}

test('holding a chip shows its series alone, and hides nothing; the next press hides it, from the keyboard too', () => {
  const { chip, onToggle, onAlone } = showChip()
  fireEvent.pointerDown(chip)
  act(() => void vi.advanceTimersByTime(600))
  fireEvent.pointerUp(chip)
  fireEvent.click(chip)
  expect([onAlone.mock.calls, onToggle.mock.calls]).toEqual([[[line.id]], []])
  // A key makes a click without a pointer before it.
  fireEvent.click(chip)
  expect(onToggle.mock.calls).toEqual([[line.id]])
})
