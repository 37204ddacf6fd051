import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { QueryState } from './query-state.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([200, 300])('a query of less than %i ms shows no skeleton', (delay) => {
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

test('a query that waits for the network says so in place of a skeleton', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => void vi.restoreAllMocks())
  const query = { data: undefined, isError: false, error: null, refetch: () => undefined }
  render(
    <QueryState query={query} skeleton="Skeleton" failure="Failed">
      {() => 'Data'}
    </QueryState>,
  )
  screen.getByText('This needs the network. It opens by itself once that is back.')
  expect(screen.queryByText('Skeleton')).toBeNull()
})

test('the first data is rendered in a task after its arrival', () => {
  const query = { data: undefined, isError: false, error: null, refetch: () => undefined }
  const shown: string[] = []
  function Place({ data }: { data: string | undefined }) {
    return (
      <QueryState query={{ ...query, data }} skeleton={<Noted on={shown} text="Skeleton" />} failure="Failed">
        {(text) => <Noted on={shown} text={text} />}
      </QueryState>
    )
  }
  const { rerender } = render(<Place data={undefined} />)
  shown.length = 0
  rerender(<Place data="Data" />)
  expect(shown).toEqual(['Skeleton', 'Data'])
})

test('renders cached data at once', () => {
  const shown: string[] = []
  const query = { data: 'Data', isError: false, error: null, refetch: () => undefined }
  render(
    <QueryState query={query} skeleton={<Noted on={shown} text="Skeleton" />} failure="Failed">
      {(text) => <Noted on={shown} text={text} />}
    </QueryState>,
  )
  expect(shown).toEqual(['Data'])
})

function Noted({ on, text }: { on: string[]; text: string }) {
  on.push(text)
  return text
}
