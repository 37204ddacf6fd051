import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LimitLine, type LimitLineProps } from './limit-line.tsx'

/** 10 pixels for each degree, 40 °C at the top. */
const AREA = { left: 50, right: 250, top: 30, bottom: 430 }
const SCALE = { from: 0, to: 40, ticks: [0, 20, 40] }

afterEach(cleanup)

function show(more: Partial<LimitLineProps> = {}) {
  const onMove = vi.fn<(value: number) => void>()
  const onType = vi.fn<(text: string) => void>()
  render(
    <LimitLine
      name="limit"
      label="Limit"
      value={30}
      words="30 °C"
      step={0.5}
      bounds={{ min: -40, max: 33 }}
      scale={SCALE}
      area={AREA}
      at={0.5}
      error={undefined}
      onMove={onMove}
      onType={onType}
      {...more}
    />,
  )
  const line = screen.getByRole('slider', { name: 'Limit' })
  line.setPointerCapture = () => undefined
  return { line, onMove, onType }
}

test('the line keeps its distance to the pointer, and stops at steps of its quantity', () => {
  const { line, onMove } = show()
  fireEvent.pointerDown(line, { button: 0, clientX: 100, clientY: 140 })
  fireEvent.pointerMove(line, { clientX: 100, clientY: 142 })
  expect(onMove).not.toHaveBeenCalled()
  fireEvent.pointerMove(line, { clientX: 120, clientY: 164 })
  fireEvent.pointerMove(line, { clientX: 120, clientY: 0 })
  expect(onMove.mock.calls).toEqual([[27.5], [33]])
  fireEvent.pointerUp(line)
  fireEvent.pointerMove(line, { clientX: 100, clientY: 300 })
  expect(onMove).toHaveBeenCalledTimes(2)
})

test.each([
  ['ArrowUp', 30.5],
  ['ArrowRight', 30.5],
  ['ArrowDown', 29.5],
  ['ArrowLeft', 29.5],
  ['PageUp', 33],
  ['PageDown', 25],
  ['Home', -40],
  ['End', 33],
])('the key %s moves the line to %d °C', (key, value) => {
  const { line, onMove } = show()
  expect(fireEvent.keyDown(line, { key })).toBe(false)
  expect(onMove.mock.calls).toEqual([[value]])
})

test('the line says its number with its unit, and its range', () => {
  const { line } = show()
  const said = ['valuetext', 'valuenow', 'valuemin', 'valuemax', 'orientation', 'readonly']
  expect(said.map((name) => line.getAttribute(`aria-${name}`))).toEqual(['30 °C', '30', '-40', '33', 'vertical', null])
})

test('a digit opens a field for the number, which Escape leaves without a change', () => {
  const { line, onType } = show()
  fireEvent.keyDown(line, { key: '2' })
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit, number' })
  expect(box.value).toBe('2')
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(onType).not.toHaveBeenCalled()
  fireEvent.keyDown(line, { key: '2' })
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '28,5' } })
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  expect(onType.mock.calls).toEqual([['28,5']])
})

test('a person who may not change the rule reads its line', () => {
  const { line, onType } = show({ onMove: undefined })
  expect(line.getAttribute('aria-readonly')).toBe('true')
  fireEvent.keyDown(line, { key: 'ArrowUp' })
  fireEvent.keyDown(line, { key: 'Enter' })
  expect([screen.queryByRole('textbox'), onType.mock.calls]).toEqual([null, []])
})
