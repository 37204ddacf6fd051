import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeDialog, showOnTop } from './open-dialogs.ts'
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

test('a toast that is dismissed under the pointer does not pause later ones', () => {
  act(() => void toast.error('Well'))
  fireEvent.mouseEnter(screen.getByRole('region', { name: 'Messages' }))
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
  pass(TOAST_REMOVAL_MS)
  act(() => void toast.success('Next'))
  pass(2000)
  pass(TOAST_REMOVAL_MS)
  expect(screen.queryByText('Next')).toBeNull()
})

test('a loading toast never times out', () => {
  act(() => void toast.loading('Loading'))
  pass(3_600_000)
  expect(screen.queryByText('Loading')).not.toBeNull()
})

test('shows the three newest toasts, the newest last, and keeps twenty', () => {
  act(() => {
    for (let index = 0; index < 25; index++) toast.blank(`Toast ${index}`)
  })
  const shown = () => screen.queryAllByText(/^Toast /).map(({ textContent }) => textContent)
  const messages = screen.getByRole('region', { name: 'Messages' })
  // None leaves by itself.
  fireEvent.mouseEnter(messages)
  const dismissed: Array<string | null | undefined> = []
  for (; shown().length > 0; pass(TOAST_REMOVAL_MS)) {
    if (dismissed.length === 0) expect(shown()).toEqual(['Toast 22', 'Toast 23', 'Toast 24'])
    dismissed.push(shown().at(-1))
    act(() => screen.getAllByRole('button', { name: 'Dismiss' }).at(-1)?.click())
  }
  fireEvent.mouseLeave(messages)
  expect(dismissed).toHaveLength(20)
  expect(dismissed.at(-1)).toBe('Toast 5')
})

test.each([
  [1440, true],
  [1279, false],
])('a toast on a screen of %d px is shown beside a dialog: %s; else it waits', (width, isShown) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: width >= 16 * Number(/(\d+)rem/.exec(query)?.[1]) }))
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  act(() => showOnTop(dialog))
  act(() => void toast.success('Well'))
  expect(screen.queryByText('Well') !== null).toBe(isShown)
  expect(dialog.textContent).toBe(isShown ? 'Well' : '')
  // A toast that waits does not age.
  pass(isShown ? 1999 : 60_000)
  act(() => closeDialog(dialog))
  pass(isShown ? 0 : 1999)
  expect(screen.queryByText('Well')).not.toBeNull()
  pass(isShown ? 1 : 2000)
  pass(TOAST_REMOVAL_MS)
  expect(screen.queryByText('Well')).toBeNull()
  dialog.remove()
  vi.unstubAllGlobals()
})
