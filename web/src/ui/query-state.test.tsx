import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryState } from './query-state.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([200, 300])('what loads for less than %i ms shows no skeleton', (delay) => {
  const query = { data: undefined, isError: false, error: null, refetch: () => undefined }
  render(
    <QueryState query={query} skeleton="Skeleton" skeletonAfterMs={delay} failure="Failed">
      {() => 'Data'}
    </QueryState>,
  )
  act(() => void vi.advanceTimersByTime(delay - 1))
  expect(screen.queryByText('Skeleton')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Skeleton')).not.toBeNull()
  expect(screen.queryByText('Loading…')).not.toBeNull()
})
