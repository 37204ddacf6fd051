import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLiveness, useSeriesLiveness } from './use-liveness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a device becomes late and silent over time, rendered once per change, and live with its next reading', () => {
  const first = Date.now()
  let drawn = 0
  const { result, rerender, unmount } = renderHook(
    ({ time }: { time: number }) => {
      drawn++
      return useLiveness(time, 30)
    },
    { initialProps: { time: first } },
  )
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  expect(result.current).toBe('live')
  pass(90_000)
  expect([result.current, drawn]).toEqual(['live', 1])
  pass(1)
  expect([result.current, drawn]).toEqual(['late', 2])
  pass(210_000)
  expect([result.current, drawn]).toEqual(['silent', 3])
  expect(vi.getTimerCount()).toBe(0)
  rerender({ time: Date.now() })
  expect(result.current).toBe('live')
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('a device without a reading is waiting', () => {
  expect(renderHook(() => useLiveness(null, 30)).result.current).toBe('waiting')
})

test('a series with a longer interval than its device is silent as soon as the device is', () => {
  const sent = { time: Date.now(), intervalSeconds: 600 }
  const device = { time: sent.time, intervalSeconds: 30 }
  const { result } = renderHook(() => useSeriesLiveness(sent, device))
  act(() => void vi.advanceTimersByTime(290_000))
  expect(result.current).toBe('live')
  act(() => void vi.advanceTimersByTime(20_000))
  expect(result.current).toBe('silent')
  expect(renderHook(() => useSeriesLiveness({ ...sent, time: null }, device)).result.current).toBe('waiting')
})
