import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { NetworkBar } from './live-notice.tsx'

const NO_NETWORK = 'No network. What you tap is kept and sent later.'

afterEach(() => {
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

/** Whether the words are over the page, and not in its flow. */
const isOver = (words: string) => screen.getByText(words).closest('output')?.classList.contains('fixed')

test('a page that loses its network says so over its content, and no more once it is back', () => {
  render(<NetworkBar />)
  setOnline(false)
  expect(isOver(NO_NETWORK)).toBe(true)
  setOnline(true)
  expect(screen.queryByText(NO_NETWORK)).toBeNull()
})

test('a page that opens without a network keeps the room of its bar until it is left', () => {
  setOnline(false)
  render(<NetworkBar />)
  expect(isOver(NO_NETWORK)).toBe(false)
  setOnline(true)
  expect(isOver('The network is back.')).toBe(false)
  act(() => navigate('/plants'))
  expect(screen.queryByText('The network is back.')).toBeNull()
})
