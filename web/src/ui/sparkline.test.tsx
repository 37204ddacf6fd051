import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Sparkline } from './sparkline.tsx'

const HOUR = 3_600_000
const lineOf = (...hours: number[]) => {
  const runs = [hours.map((hour) => ({ time: hour * HOUR, value: hour }))]
  const { container } = render(<Sparkline range={{ from: 0, to: 24 * HOUR }} runs={runs} colour="temperature" />)
  return [...container.querySelectorAll('path')].at(-1)?.getAttribute('d') ?? ''
}

test('a few hours take their part of the day, and no more', () => {
  expect(lineOf(18, 21, 24)).toMatch(/^M75\.00 \S+L87\.50 \S+L100\.00 \S+$/)
})

test('a single reading is a dot at its time', () => {
  expect(lineOf(12)).toMatch(/^M50\.00 20\.00h0$/)
})
