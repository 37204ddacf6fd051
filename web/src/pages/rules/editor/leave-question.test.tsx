import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Link, Router, useLocation } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { navigateOnce, showHousehold } from '../../../lib/navigation.ts'
import { LeaveQuestion } from './leave-question.tsx'

/** The history of the browser, as far as the question uses it. */
class Navigation extends EventTarget {
  readonly traverseTo = vi.fn<(key: string) => boolean>(() => this.back())

  /** Returns whether Back was held. */
  back(cancelable = true): boolean {
    const event = new Event('navigate', { cancelable })
    this.dispatchEvent(Object.assign(event, { navigationType: 'traverse', destination: { key: 'before' } }))
    return event.defaultPrevented
  }
}

let navigation: Navigation
beforeEach(() => {
  navigation = new Navigation()
  vi.stubGlobal('navigation', navigation)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(isChanged: boolean) {
  const { hook, history } = memoryLocation({ path: '/rules/new', record: true })
  render(
    <Router hook={hook} aroundNav={navigateOnce}>
      <Link to="/alerts">Alerts</Link>
      <Jump />
      <LeaveQuestion isChanged={isChanged} />
    </Router>,
  )
  return history
}
/** Navigates like an entry of a menu. */
function Jump() {
  const [, navigate] = useLocation()
  return <button onClick={() => navigate('/profile')}>Settings</button>
}
const answer = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

test('a link asks before what was changed is lost', async () => {
  const history = open(true)
  fireEvent.click(screen.getByRole('link', { name: 'Alerts' }))
  expect(screen.queryByRole('dialog')?.textContent).toContain('Leave without saving?')
  answer('Cancel')
  expect(history).toEqual(['/rules/new'])
  fireEvent.click(screen.getByRole('link', { name: 'Alerts' }))
  answer('Leave')
  await waitFor(() => expect(history).toEqual(['/rules/new', '/alerts']))
})

test('an entry of a menu asks before what was changed is lost', async () => {
  const history = open(true)
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  expect(history).toEqual(['/rules/new'])
  answer('Leave')
  await waitFor(() => expect(history).toEqual(['/rules/new', '/profile']))
})

test('another household asks before what was changed is lost', async () => {
  window.history.replaceState(null, '', '/rules/new')
  open(true)
  act(() => showHousehold('0190a1b2-0000-4000-8000-0000000000b1'))
  expect(window.location.pathname).toBe('/rules/new')
  answer('Leave')
  await waitFor(() => expect(window.location.search).toBe('?household=0190a1b2-0000-4000-8000-0000000000b1'))
})

test('Back asks before what was changed is lost', () => {
  open(true)
  act(() => expect(navigation.back()).toBe(true))
  answer('Leave')
  expect(navigation.traverseTo).toHaveBeenCalledExactlyOnceWith('before')
  expect(navigation.traverseTo).toHaveReturnedWith(false)
})

test('the page asks before it is closed with something changed', () => {
  open(true)
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
})

test('asks nothing while nothing was changed', () => {
  const history = open(false)
  expect(navigation.back()).toBe(false)
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
  fireEvent.click(screen.getByRole('link', { name: 'Alerts' }))
  expect(history).toEqual(['/rules/new', '/alerts'])
})
