import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { toast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { NewsletterForm } from './footer.tsx'

afterEach(() => vi.unstubAllGlobals())

const said = vi.spyOn(toast, 'success')
afterAll(() => said.mockRestore())

const CONFIRM = 'Open the link in the mail you’ll get, to confirm your address.'
const FAILED = 'Subscription failed. Please try again.'

function problem(status: number, code: string, title: string): Response {
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '60' }
  return new Response(JSON.stringify({ type: `urn:greenhouse:problem:${code}`, title, status }), { status, headers })
}

async function subscribe(answer: () => Promise<Response>): Promise<unknown[]> {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string))
    return answer()
  })
  render(
    <>
      <NewsletterForm />
      <Toaster />
    </>,
  )
  const field = screen.getByLabelText('Monthly growing notes')
  expect(field.hasAttribute('required')).toBe(true)
  await userEvent.type(field, 'ann@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  return asked
}

test('an accepted subscription is confirmed for three seconds, with the next step', async () => {
  const asked = await subscribe(() => Promise.resolve(new Response(null, { status: 204 })))
  expect(await screen.findByText('Subscribed successfully!')).toBeDefined()
  expect(screen.getByText(CONFIRM)).toBeDefined()
  expect(asked).toEqual([{ email: 'ann@example.org' }])
  expect(said).toHaveBeenCalledWith('Subscribed successfully!', { duration: 3000 })
})

test.each([
  ['a server that is away', () => Promise.reject(new TypeError('Failed to fetch')), FAILED],
  ['a fault of the server', () => new Response(null, { status: 500 }), FAILED],
  [
    'too many attempts',
    () => problem(429, 'sign-in.throttled', 'Too many'),
    'Too many attempts. Try again in 60 seconds.',
  ],
])('the newsletter form shows %s, without a promise of a mail', async (_cause, answer, words) => {
  await subscribe(async () => answer())
  // Toasts of the previous test may still be animating out.
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  expect(screen.queryByText(CONFIRM)).toBeNull()
})
