import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Sparkline, type SparklineProps } from './sparkline.tsx'

const HOUR = 3_600_000

function draw(hours: number[], more: Partial<SparklineProps> = {}) {
  const runs = [hours.map((hour) => ({ time: hour * HOUR, value: hour }))]
  const range = { from: 0, to: 24 * HOUR }
  return render(<Sparkline range={range} runs={runs} colour="temperature" {...more} />).container
}
const lineOf = (container: HTMLElement) => container.querySelectorAll('g path')[1]?.getAttribute('d') ?? ''
const limitsOf = (container: HTMLElement) => container.querySelectorAll('[stroke-dasharray]').length

test('a few hours take only their part of the width', () => {
  expect(lineOf(draw([18, 21, 24]))).toMatch(/^M75\.00 \S+L87\.50 \S+L100\.00 \S+$/)
})

test('a single reading is a dot at its time', () => {
  expect(lineOf(draw([12]))).toMatch(/^M50\.00 20\.00h0$/)
})

test('a flat line with a little noise stays in the middle', () => {
  expect(lineOf(draw([12, 12.1], { spanMin: 10 }))).toMatch(/^M50\.00 20\.18L50\.42 19\.82$/)
})

test('a limit is drawn when it is near the values, and not when it is far', () => {
  expect(limitsOf(draw([10, 20], { limits: [22] }))).toBe(1)
  expect(limitsOf(draw([10, 20], { limits: [80] }))).toBe(0)
})

test('the silence of a device is hatched', () => {
  const silent = draw([6, 12], { isSilent: true }).querySelector<HTMLElement>('.hatched')
  expect(silent?.style.insetInlineStart).toBe('50%')
  expect(draw([6, 12]).querySelector('.hatched')).toBeNull()
})

test('a night takes its part of the day', () => {
  const night = draw([6, 12], { nights: [{ from: -2 * HOUR, to: 6 * HOUR }] }).querySelector('rect')
  expect([night?.getAttribute('x'), night?.getAttribute('width')]).toEqual(['0', '25'])
})
