import { expect, onTestFinished, test, vi } from 'vitest'
import type { Bus } from '../../platform/bus/bus.ts'
import { openLoneBus } from '../../platform/bus/lone-bus.ts'
import { shareGaps } from './shared-gaps.ts'

/** A process that receives messages of the test, and counts its gaps. */
function openNode() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let [gap, receive] = [() => {}, (_message: unknown) => {}]
  const published: string[] = []
  const bus: Bus = {
    ...openLoneBus('node'),
    publish: (subject) => void published.push(subject),
    subscribe: async (_subject, receiving) => {
      receive = receiving
      return () => {}
    },
    onGap: (listener) => void (gap = listener),
  }
  const shared = shareGaps(bus)
  let told = 0
  shared.onGap(() => void told++)
  return { published, noticeGap: () => gap(), hearOfGap: () => receive(null), told: () => told }
}

test('announces a gap once, to itself and to others', () => {
  const { published, noticeGap, told } = openNode()
  noticeGap()
  expect([published, told()]).toEqual([['messages-missed'], 1])
})

test('takes the gap of another process as its own, and announces nothing', () => {
  const { published, hearOfGap, told } = openNode()
  hearOfGap()
  expect([published, told()]).toEqual([[], 1])
})

test('gaps of many processes at once count twice: when the first comes, and when all have come', () => {
  const { noticeGap, hearOfGap, told } = openNode()
  noticeGap()
  for (let node = 0; node < 20; node++) hearOfGap()
  expect(told()).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(told()).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(told()).toBe(2)
})
