import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPlot, aPlotLine } from './plots.fixture.ts'
import { SeriesChips } from './series-chips.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const line = aPlotLine()
const plot = aPlot(line)

function showChip() {
  const [onToggle, onShowOnly] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()]
  render(
    <SeriesChips plot={plot} onToggle={onToggle} onShowOnly={onShowOnly} time={undefined} onRemove={() => undefined} />,
  )
  return { chip: screen.getByRole('button'), onToggle, onShowOnly }
}

test('a long press of a chip shows only its series, and the next press hides it, also by keyboard', () => {
  const { chip, onToggle, onShowOnly } = showChip()
  fireEvent.pointerDown(chip)
  act(() => void vi.advanceTimersByTime(600))
  fireEvent.pointerUp(chip)
  fireEvent.click(chip)
  expect([onShowOnly.mock.calls, onToggle.mock.calls]).toEqual([[[line.id]], []])
  // A key press causes a click without pointer events.
  fireEvent.click(chip)
  expect(onToggle.mock.calls).toEqual([[line.id]])
})
