import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { clearSession } from '../../shared/session/sign-out.ts'
import { browserId } from '../../lib/browser-id.ts'
import { readToken, writeToken } from '../../lib/token.ts'
import { authRoutes } from '@greenhouse/contract'
import { Toaster } from '../../ui/toaster.tsx'
import { LandingScreen, LoginForm, Registration } from './landing-screen.tsx'
import { checkTogether } from './registration.tsx'

const asked: Array<{ path: string; body: unknown; authorization: string | null }> = []
let answer: () => Response
let registrationOpen = true

// Tests do not rerender after a lazy component has loaded.
beforeAll(() => Promise.all([LoginForm.load(), Registration.load()]))

afterEach(() => vi.unstubAllGlobals())

beforeEach(() => {
  asked.length = 0
  registrationOpen = true
  writeToken(null)
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path.includes('GetServerInfo')) {
      return Promise.resolve(
        json({ registrationOpen, sendsMail: true, publicUrl: null, mqttPort: 1883, mqttTls: false }),
      )
    }
    const authorization = new Headers(init?.headers).get('authorization')
    asked.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined, authorization })
    return Promise.resolve(answer())
  })
})

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const problem = (status: number, code: string, title: string) =>
  json({ type: `urn:greenhouse:problem:${code}`, title, status }, status)

function open(path: string) {
  const { hook, searchHook } = memoryLocation({ path })
  render(
    <Router hook={hook} searchHook={searchHook}>
      <LandingScreen />
      <Toaster />
    </Router>,
  )
  return userEvent.setup()
}

const field = (label: string) => screen.findByLabelText(label)
const submit = async (person: ReturnType<typeof userEvent.setup>, name: string) => {
  const form = await screen.findByRole('form', { name })
  const button = form.querySelector('button[type=submit]')
  if (!button) throw new Error('The form has no button')
  await person.click(button)
}

describe('the login form', () => {
  test.each([
    ['', '', ['Email is required', 'Password is required']],
    ['ann', 'short', ['Email is not valid', '≥6 chars, incl. min. 1 uppercase, lowercase, digit & special.']],
  ])('the login form refuses "%s" and "%s" without a request', async (email, password, messages) => {
    const person = open('/signin')
    if (email) await person.type(await field('Email'), email)
    if (password) await person.type(await field('Password'), password)
    await submit(person, 'Login')
    for (const message of messages) expect(await screen.findByText(message)).toBeDefined()
    expect(asked).toEqual([])
  })

  test('marks both login fields for wrong credentials, until one is changed', async () => {
    answer = () => problem(401, 'sign-in.wrong', 'Incorrect email or password')
    const person = open('/signin')
    await person.type(await field('Email'), 'ann@example.org')
    await person.type(await field('Password'), 'Wrong-42!')
    await submit(person, 'Login')
    await screen.findByText('Incorrect email or password')
    expect((await field('Email')).getAttribute('aria-invalid')).toBe('true')
    await person.type(await field('Password'), 'x')
    expect(screen.queryByText('Incorrect email or password')).toBeNull()
    expect((await field('Email')).getAttribute('aria-invalid')).toBeNull()
  })

  test('names the time after which a login can be tried again', async () => {
    answer = () =>
      new Response(JSON.stringify({ type: 'x', title: 'Slow', status: 429 }), {
        status: 429,
        headers: { 'retry-after': '8' },
      })
    const person = open('/signin')
    await person.type(await field('Email'), 'ann@example.org')
    await person.type(await field('Password'), 'Wrong-42!')
    await submit(person, 'Login')
    expect(await screen.findByText('Too many attempts. Try again in 8 seconds.')).toBeDefined()
  })

  test('stores the token of a session after login', async () => {
    answer = () => json({ jwt: 'a.token.long-enough' })
    const person = open('/signin')
    await person.type(await field('Email'), ' ann@example.org ')
    await person.type(await field('Password'), 'Sprout-42!')
    await submit(person, 'Login')
    await waitFor(() => expect(readToken()).toBe('a.token.long-enough'))
    expect(asked[0]?.body).toEqual({ email: 'ann@example.org', password: 'Sprout-42!', browserId: browserId() })
  })

  test('sends the id of this browser at login, also after signing out', () => {
    const first = browserId()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    clearSession()
    expect(browserId()).toBe(first)
  })
})

describe('the register form', () => {
  test('the register form names all missing fields', async () => {
    const person = open('/')
    await person.click(screen.getByRole('button', { name: 'Register' }))
    await submit(person, 'Register')
    for (const message of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Birthday is required',
      'Country is required',
      'Password is required',
      'Confirm password is required',
    ]) {
      expect(await screen.findByText(message)).toBeDefined()
    }
    expect(asked).toEqual([])
  })

  test.each([
    ['First name', 'A', '2–30 characters required.'],
    ['Last name', 'x'.repeat(31), '2–30 characters required.'],
    ['Birthday', `01/01/${new Date().getFullYear() - 4}`, 'You must be at least 5 years old.'],
    ['Email', 'ann', 'Email is not valid'],
    ['Password', 'short', '≥6 chars, incl. min. 1 uppercase, lowercase, digit & special.'],
    ['Confirm password', 'Sprout-43!', 'Passwords do not match'],
  ])('the register form refuses in %s the value %s without a request', async (label, typed, message) => {
    const person = open('/')
    await person.click(screen.getByRole('button', { name: 'Register' }))
    if (label === 'Confirm password') await person.type(await field('Password'), 'Sprout-42!')
    await person.type(await field(label), typed)
    await submit(person, 'Register')
    const described = (await field(label)).getAttribute('aria-describedby') ?? ''
    expect(document.querySelector(`[id="${described}"]`)?.textContent).toBe(message)
    expect(asked).toEqual([])
  })

  async function fill(person: ReturnType<typeof userEvent.setup>) {
    const [choice] = screen.getAllByRole('button', { name: 'Register' })
    if (choice) await person.click(choice)
    await person.type(await field('First name'), 'Ann')
    await person.type(await field('Last name'), 'Holm')
    await person.type(await field('Email'), 'ann@example.org')
    await person.type(await screen.findByPlaceholderText('dd/mm/yyyy'), '04/05/1990')
    await person.selectOptions(await field('Country'), 'Denmark')
    await person.type(await field('Password'), 'Sprout-42!')
    await person.type(await field('Confirm password'), 'Sprout-42!')
    await submit(person, 'Register')
  }

  test('sends the birthday as a date at registration, and never the second password', async () => {
    answer = () => json({ jwt: 'a.token.long-enough' })
    await fill(open('/'))
    await waitFor(() => expect(asked.length).toBeGreaterThan(0))
    expect(asked[0]?.body).toEqual({
      firstName: 'Ann',
      lastName: 'Holm',
      email: 'ann@example.org',
      birthday: '1990-05-04',
      country: 'Denmark',
      password: 'Sprout-42!',
      browserId: browserId(),
    })
  })

  test('registers with an invitation where registration is closed, and signs in to join', async () => {
    registrationOpen = false
    answer = () => json({ jwt: 'a.token.long-enough' })
    await fill(open('/signin?invitation=a-token&register='))
    await waitFor(() => expect(readToken()).toBe('a.token.long-enough'))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.body).toMatchObject({ email: 'ann@example.org', invitation: 'a-token' })
  })

  test('refuses a registration with a used invitation in the words of the server', async () => {
    const sentence = 'There is no such invitation: it was used, withdrawn, or its days are over.'
    answer = () => problem(404, 'invitation.not-found', sentence)
    await fill(open('/signin?invitation=a-token&register='))
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  })

  test('confirms a registration, and ends its session without a token', async () => {
    answer = () => json({ jwt: 'a.token.long-enough' })
    await fill(open('/'))
    // The toast of the previous test may still be animating out.
    expect(await screen.findAllByText('Registered successfully! You can now log in.')).not.toEqual([])
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ path: authRoutes.logout.path, authorization: 'Bearer a.token.long-enough' })
  })

  test('moves the focus to Login after registration, and fills in the address', async () => {
    answer = () => json({ jwt: 'a.token.long-enough' })
    const person = open('/')
    await fill(person)
    const login = await screen.findByRole('button', { name: 'Login' })
    await waitFor(() => expect(document.activeElement).toBe(login))
    await person.click(login)
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'ann@example.org')
  })

  test('reports a registration that failed for another reason', async () => {
    answer = () => problem(500, 'server.fault', 'An unexpected server error occurred.')
    await fill(open('/'))
    expect(await screen.findByText('Registration failed. Try again.')).toBeDefined()
  })

  test('shows at its field that the address is taken', async () => {
    answer = () => problem(400, 'email.taken', 'Email: User with that email already exists')
    await fill(open('/'))
    expect(await screen.findByText('User with that email already exists')).toBeDefined()
  })

  test.each([
    [{ birthday: '2021-11-20' }, undefined],
    [{ birthday: '2021-11-21' }, { birthday: 'You must be at least 5 years old.' }],
    [{ confirmPassword: 'other' }, { confirmPassword: 'Passwords do not match' }],
    [{ confirmPassword: '' }, { confirmPassword: 'Confirm password is required' }],
  ])('the register form checks %j on 20 November 2026', (typed, errors) => {
    const fine = {
      firstName: '',
      lastName: '',
      email: '',
      birthday: '1990-01-01',
      country: '',
      password: 'a',
      confirmPassword: 'a',
    }
    expect(checkTogether({ ...fine, ...typed }, '2026-11-20')).toEqual(errors ?? {})
  })
})
