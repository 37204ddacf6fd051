import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queue } from '../shared/queue/queue.ts'
import { openQueueOf, USER_ID } from '../shared/queue/queue.fixture.ts'
import { signOut } from '../shared/session/sign-out.ts'
import { readToken } from '../lib/token.ts'
import { SignOutGuard } from './sign-out-guard.tsx'

let network: Awaited<ReturnType<typeof openQueueOf>>

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  network = await openQueueOf()
  network.setOnline(false)
})
afterEach(async () => {
  await network.end()
  vi.unstubAllGlobals()
})

async function keep(careId: string) {
  const body = { careId, kind: 'water' as const, plantIds: ['p'] }
  await act(() => queue.perform({ route: 'add', key: careId, label: 'Watered Lemon', body }))
}

test('a sign-out asks before it deletes acts that have not been sent', async () => {
  render(<SignOutGuard />)
  await keep('a')
  await keep('b')
  act(signOut)
  await screen.findByText('2 actions have not been sent')
  const deleted = 'Signing out deletes them from this phone: Watered Lemon, Watered Lemon.'
  screen.getByText((_words, element) => element?.tagName === 'P' && element.textContent === deleted)
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull())
  expect(queue.acts).toHaveLength(2)
  expect(readToken()).not.toBeNull()

  act(signOut)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete them and sign out' }))
  await waitFor(() => expect(readToken()).toBeNull())
  await queue.open(USER_ID)
  expect(queue.acts).toEqual([])
})

test('a sign-out asks nothing when everything is sent', () => {
  render(<SignOutGuard />)
  act(signOut)
  expect(readToken()).toBeNull()
})
