import { render, screen } from '@testing-library/react'
import { expect, test, afterEach, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { StaticScreen, ContactPage } from './static-screen.tsx'
import { userEvent } from '@testing-library/user-event'
import { Toaster } from '../../ui/toaster.tsx'

test.each([
  ['/about', 'About', /small sensor boards/i],
  ['/contact-us', 'Contact', /it sends nothing/],
  ['/career', 'Careers', /There are no jobs/],
  ['/advertisement', 'Advertisement', /You could advertise here/],
  ['/marketing', 'Marketing survey', /anonymous to the point/],
  ['/terms', 'Terms', /MIT licence/],
  ['/privacy', 'Privacy', /Everything stays on the machine/],
  ['/cookies', 'Cookies', /There are none/],
])('the static page %s is %s', (path, title, text) => {
  render(
    <Router hook={memoryLocation({ path }).hook}>
      <StaticScreen />
    </Router>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
})

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
