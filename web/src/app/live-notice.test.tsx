import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { NetworkBar } from './live-notice.tsx'

const NO_NETWORK = 'No network. What you tap is kept and sent later.'

afterEach(() => {
  vi.restoreAllMocks()
})

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

test('a page that loses its network gets a bar, keeps its place, and says when the network is back', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
  const scrolled = vi.spyOn(window, 'scrollBy').mockReturnValue()
  render(<NetworkBar />)
  setOnline(false)
  screen.getByText(NO_NETWORK)
  setOnline(true)
  screen.getByText('The network is back.')
  setOnline(false)
  expect(scrolled.mock.calls).toEqual([[{ top: 44, behavior: 'instant' }]])
})

test('a page that opens without a network has its bar at once, until it is left', () => {
  const scrolled = vi.spyOn(window, 'scrollBy').mockReturnValue()
  setOnline(false)
  render(<NetworkBar />)
  screen.getByText(NO_NETWORK)
  setOnline(true)
  screen.getByText('The network is back.')
  act(() => navigate('/plants'))
  expect(screen.queryByText('The network is back.')).toBeNull()
  expect(scrolled).not.toHaveBeenCalled()
})
