import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { NavLink } from './nav-link.tsx'

function openAt(path: string) {
  const { hook } = memoryLocation({ path })
  render(
    <Router hook={hook}>
      {['/', '/plants'].map((to) => (
        <NavLink key={to} to={to} className={(isCurrent) => (isCurrent ? 'current' : 'other')}>
          {to}
        </NavLink>
      ))}
    </Router>,
  )
  return userEvent.setup()
}

const looks = () => screen.getAllByRole('link').map((link) => [link.getAttribute('aria-current'), link.className])

test('the link of the current page is marked, also after a navigation', async () => {
  const person = openAt('/')
  expect(looks()).toEqual([
    ['page', 'current'],
    [null, 'other'],
  ])
  await person.click(screen.getByRole('link', { name: '/plants' }))
  expect(looks()).toEqual([
    [null, 'other'],
    ['page', 'current'],
  ])
})

test('a click that opens a new tab leaves the current page open', async () => {
  const person = openAt('/')
  window.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await person.keyboard('{Control>}')
  await person.click(screen.getByRole('link', { name: '/plants' }))
  expect(looks()[0]).toEqual(['page', 'current'])
})
