import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { useHistoryView } from './use-history-view.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 20, 23, 59, 50) }))
afterEach(() => void vi.useRealTimers())

function open(path: string) {
  const { hook, searchHook } = memoryLocation({ path })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router hook={hook} searchHook={searchHook}>
      {children}
    </Router>
  )
  return renderHook(() => useHistoryView().view, { wrapper }).result
}

describe('a page that is open at midnight', () => {
  test('moves the default range of an open page to the new day at midnight', () => {
    const view = open('/history')
    expect([view.current.from, view.current.to]).toEqual(['2026-10-20', '2026-11-20'])
    act(() => void vi.advanceTimersByTime(30_000))
    expect([view.current.from, view.current.to]).toEqual(['2026-10-21', '2026-11-21'])
  })

  test('keeps chosen dates at midnight', () => {
    const view = open('/history?from=2026-11-01&to=2026-11-20')
    act(() => void vi.advanceTimersByTime(30_000))
    expect([view.current.from, view.current.to]).toEqual(['2026-11-01', '2026-11-20'])
  })
})
