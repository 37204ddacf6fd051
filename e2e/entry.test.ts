import { authRoutes, createClient, userRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { PHONE, WIDE } from './browser.ts'
import { register } from './register.ts'
import { settled } from './settled.ts'

const application = useApplication()

const FOOTER = ['/about', '/contact-us', '/career', '/advertisement', '/marketing', '/terms', '/privacy', '/cookies']

test('a visitor sees only Login, the banner, a clock that ticks, and the links of the footer', async () => {
  const { page, faults } = await application.visit()
  await page.goto('/')
  expect(await page.title()).toBe('Greenhouse Application')
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Login' }).waitFor()
  expect(await header.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    ['/', '/signin'],
  )
  expect(await header.getByRole('link').last().textContent()).toBe('Login')
  await settled(page)
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  const clock = header.locator('time')
  const shown = await clock.textContent()
  await expect.poll(() => clock.textContent()).not.toBe(shown)

  await page.getByText('Our database was hacked.').waitFor()
  const footer = page.getByRole('contentinfo')
  expect(await footer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    FOOTER,
  )
  expect(await footer.getByRole('textbox').getAttribute('required')).not.toBeNull()
  for (const path of FOOTER) {
    await footer.locator(`a[href="${path}"]`).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Our database was hacked.').waitFor()
  }
  expect(faults).toEqual([])
})

test('an unknown address leads back to the root', async () => {
  const { page } = await application.visit()
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Return back' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test('the login and the register form forget entries and errors when left', async () => {
  const { page } = await application.visit()
  await page.goto('/')
  const mode = (name: string) => page.getByRole('group', { name: 'Login or register' }).getByRole('button', { name })
  const [login, enrol] = ['Login', 'Register'].map((name) => page.getByRole('form', { name }))
  await settled(page)
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  await mode('Login').click()
  await login?.getByLabel('Email').fill('nobody')
  await login?.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Email is not valid').waitFor()
  await mode('Register').click()
  await enrol?.getByLabel('First name').fill('A')
  await mode('Login').click()
  expect(await login?.getByLabel('Email').inputValue()).toBe('')
  expect(await page.getByText('Email is not valid').count()).toBe(0)
  await mode('Register').click()
  expect(await enrol?.getByLabel('First name').inputValue()).toBe('')
})

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])(
  'ends registration and login at the top of a page, with the focus on the next step (%s)',
  async (_name, viewport) => {
    const { page, faults } = await application.visit({ viewport })
    const top = () => page.evaluate(() => scrollY)
    const toEnd = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.goto('/')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('form', { name: 'Register' }).waitFor()
    await toEnd()
    const email = await register(page, 'Nora')
    await page.getByText('Registered successfully! You can now log in.').waitFor()
    expect(await top()).toBe(0)
    const login = page.getByRole('button', { name: 'Login' })
    expect(await login.evaluate((button) => button === document.activeElement)).toBe(true)
    const box = await login.boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(viewport.height)
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'Login' })
    expect(await form.getByLabel('Email').inputValue()).toBe(email)
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await toEnd()
    await form.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('heading', { name: /^Good .*, Nora$/ }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(await top()).toBe(0)
    expect(faults).toEqual([])
  },
)

test.each(['/plants', '/alerts', '/history', '/weather', '/profile', '/myalertcondition', '/mydevice'])(
  '%s leads to the sign-in without a token, and removes one shorter than ten characters',
  async (path) => {
    const { page } = await application.visit()
    await page.goto(path)
    await page.waitForURL('**/signin')
    await page.evaluate(() => localStorage.setItem('greenhouse.token', '123456789'))
    await page.goto(path)
    await page.waitForURL('**/signin')
    expect(await page.evaluate(() => localStorage.getItem('greenhouse.token'))).toBeNull()
  },
)

test('a sign-out ends the session on the server, and leaves only the light theme of the person', async () => {
  const grower = await application.register('Asta')
  const { page, faults } = await application.openAs(grower, '/profile')
  await page.getByRole('switch', { name: 'Dark Theme' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  const before = await page.evaluate(() => Object.values(localStorage).join())
  expect(before).toContain(grower.token)
  await page.getByRole('button', { name: /^Your menu/ }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Settings',
    'Household',
    'Places',
    'Notifications',
    'My alert condition',
    'My device',
    'Logout',
  ])
  const ended = page.waitForResponse(`**${authRoutes.logout.path}`)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByText('Logged out').waitFor()
  await page.waitForURL('**/signin')
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
  expect((await ended).status()).toBe(204)
  const after = await page.evaluate(() => Object.keys(localStorage))
  expect(after.filter((key) => /token|device|alert|known|queries/.test(key))).toEqual([])
  const again = await createClient({ origin: application.server.url, token: grower.token }).send(userRoutes.get)
  expect(again.status).toBe(401)
  expect(faults).toEqual([])
})
