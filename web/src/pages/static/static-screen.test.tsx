import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { StaticScreen } from './static-screen.tsx'

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
