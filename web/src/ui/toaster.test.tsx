import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TOAST_REMOVAL_MS, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})

afterEach(() => {
  act(() => toast.dismiss())
  act(() => void vi.advanceTimersByTime(TOAST_REMOVAL_MS))
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test.each([
  ['blank', 4000],
  ['error', 4000],
  ['success', 2000],
] as const)('a %s stays for %i ms', (kind, ms) => {
  act(() => void toast[kind]('Well'))
  pass(ms - 1)
  expect(screen.queryByText('Well')).not.toBeNull()
  // It is removed a second after it starts to fade.
  pass(1)
  pass(TOAST_REMOVAL_MS - 1)
  expect(screen.queryByText('Well')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Well')).toBeNull()
})

test('a toast that is dismissed is removed a second later', () => {
  act(() => void toast.error('Well'))
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
  pass(999)
  expect(screen.queryByText('Well')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Well')).toBeNull()
})

test('a loading toast never times out', () => {
  act(() => void toast.loading('Loading'))
  pass(3_600_000)
  expect(screen.queryByText('Loading')).not.toBeNull()
})

test('shows at most twenty toasts', () => {
  act(() => {
    for (let index = 0; index < 25; index++) toast.blank(`Toast ${index}`)
  })
  expect(screen.getAllByText(/^Toast /)).toHaveLength(20)
})
