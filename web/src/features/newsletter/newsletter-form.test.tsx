import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Toaster } from '../../ui/toaster.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

test.each([
  [204, 'Subscribed successfully!'],
  [500, 'Subscription failed. Please try again.'],
])('an answer of %i says so', async (status, words) => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string))
    return Promise.resolve(new Response(null, { status }))
  })
  render(
    <>
      <NewsletterForm />
      <Toaster />
    </>,
  )
  await userEvent.type(screen.getByLabelText('Growing notes, monthly'), 'ann@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByText(words)).toBeDefined()
  expect(asked).toEqual([{ email: 'ann@example.org' }])
})
