import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fromBase32, hotp, stepAt } from '../server/src/features/second-factor/totp.ts'
import { addAuthenticator, byName } from './authenticator.ts'
import { axe } from './browser.ts'
import { settled } from './settled.ts'
import { PASSWORD } from '../testing/growers.ts'
import { useApplication, useOwnApplication } from './application.ts'

const application = useApplication()
const strict = useOwnApplication(async () => ({ REQUIRE_MFA: 'true' }))

async function signIn(page: Page, email: string) {
  await page.goto('/signin')
  const login = page.getByRole('form', { name: 'Login' })
  await login.getByLabel('Email').fill(email)
  await login.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await login.getByRole('button', { name: 'Login' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/signin')
}

test('an authenticator app is set up, asked for at the sign-in, replaced by a recovery code, and removed', async () => {
  const grower = await application.register('Asta')
  const { page, faults } = await application.visit({ baseURL: byName(application.server.url) })
  await signIn(page, grower.email)
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Password is required').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-42!')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Password is incorrect').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
  expect(await axe(page)).toEqual([])
  const secret = ((await dialog.locator('pre').textContent()) ?? '').replaceAll(' ', '')
  const code = (drift = 0) => hotp(fromBase32(secret), stepAt(Date.now()) + drift)
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This code is not right').waitFor()
  await dialog.getByLabel('Code', { exact: true }).fill(code())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  expect(await axe(page)).toEqual([])
  const [first = ''] = ((await dialog.locator('pre').textContent()) ?? '').split('\n')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('greenhouse-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 are left').waitFor()
  await signOut(page)

  await signIn(page, grower.email)
  await page.getByRole('heading', { name: 'Type the code of your authenticator app' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('This code is not right').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(code(1))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await signOut(page)

  await signIn(page, grower.email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(first)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await page.goto('/profile')
  await page.getByText('9 are left').waitFor()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByText('Authenticator app removed').waitFor()
  await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
  expect(faults).toEqual([])
})

test('a passkey is added, signs in, and keeps a hostile name harmless', async () => {
  const grower = await application.register('Bo')
  const { page, faults } = await application.visit({ baseURL: byName(application.server.url) })
  await addAuthenticator(page)
  await signIn(page, grower.email)
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('<img src=x onerror=alert(1)>')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('<img src=x onerror=alert(1)>').waitFor()
  await signOut(page)

  await signIn(page, grower.email)
  await page.getByRole('heading', { name: 'Confirm with your passkey' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await page.goto('/profile')
  await page
    .getByText(/^Last used/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Rename/ }).click()
  await dialog.getByLabel('Name').fill('Key ring')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Key ring', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('a required second step has to be set up before anything else is shown', async () => {
  const grower = await strict.register('Eva')
  const { page, faults } = await strict.openAs(grower, '/plants')
  await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor()
  await settled(page)
  expect(await page.getByRole('link', { name: 'Plants' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
  const secret = ((await dialog.locator('pre').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code', { exact: true }).fill(hotp(fromBase32(secret), stepAt(Date.now())))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Go to your greenhouse' }).click()
  await page.getByText('No plants found').waitFor()
  expect(faults).toEqual([])
})
