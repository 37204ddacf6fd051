import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Toaster } from '../../ui/toaster.tsx'
import { ContactPage } from './contact-page.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the contact form requires all four fields, confirms the message, and sends nothing', async () => {
  const fetch = vi.fn<() => void>()
  vi.stubGlobal('fetch', fetch)
  render(
    <>
      <ContactPage />
      <Toaster />
    </>,
  )
  const person = userEvent.setup()
  const fields = ['Name', 'Email', 'Subject', 'Message'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
  expect(fields.map(({ required }) => required)).toEqual([true, true, true, true])
  for (const field of fields) await person.type(field, 'mia@example.org')
  await person.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('Message successfully sent!')).toBeDefined()
  expect(fields.map(({ value }) => value)).toEqual(['', '', '', ''])
  expect(fetch).not.toHaveBeenCalled()
})
