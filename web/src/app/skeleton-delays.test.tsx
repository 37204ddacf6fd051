import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConditionsScreen } from '../pages/rules/conditions-screen.tsx'
import { MyDevicesScreen } from '../pages/devices/my-devices-screen.tsx'
import { PlantsScreen } from '../pages/plants/plants-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  ['plants', 300, PlantsScreen],
  ['devices', 200, MyDevicesScreen],
  ['alert conditions', 300, ConditionsScreen],
] as const)('the page of the %s shows its skeleton after %i ms, not before', (_name, delay, Screen) => {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  act(() => void vi.advanceTimersByTime(delay - 1))
  expect(container.querySelector('.skeleton')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(container.querySelector('.skeleton')).not.toBeNull()
})
