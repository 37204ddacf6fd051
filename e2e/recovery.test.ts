import { userRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { startSmtp } from '../server/test/smtp.ts'
import { useApplication, useOwnApplication } from './application.ts'
import { axe, openAs } from './browser.ts'
import { PASSWORD } from '../testing/growers.ts'

const OTHER = 'Another-43!'

let mails: ReadonlyArray<{ to: readonly string[]; text: string }>

const mailing = useOwnApplication(async () => {
  const smtp = await startSmtp()
  mails = smtp.mails
  return { SMTP_URL: smtp.smtpUrl }
})
const silent = useApplication()

/** Returns the path of the newest mailed link to a page, with its secret. */
function linkIn(page: string): string {
  const links = mails.map(({ text }) => new RegExp(`/${page}#token=[\\w-]+`).exec(text)?.[0])
  return links.findLast((link) => link !== undefined) ?? ''
}

test('a person who forgot the password gets a link by mail and chooses a new one', async () => {
  const grower = await mailing.register('Asta')
  const { page, faults } = await mailing.visit()
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Email is required').waitFor()
  await page.getByLabel('Email', { exact: true }).fill(grower.email)
  await page.keyboard.press('Enter')
  await page.getByText(/a link is on its way/).waitFor()
  expect(await axe(page)).toEqual([])

  await expect.poll(() => linkIn('reset')).not.toBe('')
  const link = linkIn('reset')
  await page.goto(link)
  const form = page.getByRole('form', { name: 'New password' })
  await form.getByLabel('New password').fill(OTHER)
  // The secret does not stay in the address bar.
  expect(new URL(page.url()).hash).toBe('')
  await form.getByLabel('Confirm password').fill('different')
  await form.getByRole('button', { name: 'Set new password' }).click()
  await form.getByText('Passwords do not match').waitFor()
  await form.getByLabel('Confirm password').fill(OTHER)
  await form.getByRole('button', { name: 'Set new password' }).click()
  await page.waitForURL('**/signin')
  const login = page.getByRole('form', { name: 'Login' })
  await login.getByLabel('Email').fill(grower.email)
  await login.getByLabel('Password', { exact: true }).fill(OTHER)
  await login.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: /^Good / }).waitFor()

  // A used link leads to a new one; a signed-in user stays signed in.
  await page.goto(link)
  await form.getByLabel('New password').fill('Third-44!x')
  await form.getByLabel('Confirm password').fill('Third-44!x')
  await form.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('This link is no longer good. Please ask for a new one.').waitFor()
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()
  expect(faults).toEqual([])
})

test('a changed e-mail is undone from the old address', async () => {
  const grower = await mailing.register('Bo')
  const { page, faults } = await mailing.openAs(grower, '/profile')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current email').fill(grower.email)
  await dialog.getByLabel('New email').fill('thief@example.org')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await page.waitForURL('**/signin')
  await expect.poll(() => linkIn('undo-email')).not.toBe('')

  const owner = await mailing.visit()
  // In a browser whose session the thief has ended.
  await openAs(owner.page, grower, linkIn('undo-email'))
  await owner.page.getByRole('button', { name: 'Take the change back' }).click()
  await owner.page.getByText(`${grower.email} again`).waitFor()
  expect(await axe(owner.page)).toEqual([])
  await owner.page.getByRole('form', { name: 'New password' }).getByLabel('New password').fill(OTHER)
  await owner.page.getByLabel('Confirm password').fill(OTHER)
  await owner.page.getByRole('button', { name: 'Set new password' }).click()
  await owner.page.waitForURL('**/signin')
  expect([...faults, ...owner.faults]).toEqual([])
})

test('a person confirms the address of the account, by a link that can be sent again', async () => {
  const grower = await mailing.register('Cai')
  const { page, faults } = await mailing.openAs(grower, '/profile')
  await page.getByText(/^Not confirmed yet/).waitFor()
  const send = page.getByRole('button', { name: 'Send again' })
  await page.route(`**${userRoutes.sendConfirmation.path}`, (route) => route.fulfill({ status: 500, json: {} }))
  await send.click()
  await page.getByText('An unexpected server error occurred.').first().waitFor()
  await page.unroute(`**${userRoutes.sendConfirmation.path}`)
  await send.click()
  await page.getByText('Sent. Open the link in the mail to confirm your address.').waitFor()
  expect(await axe(page)).toEqual([])

  const links = () =>
    mails.flatMap(({ to, text }) => (to[0] === grower.email ? (/\/api\/User\/ConfirmEmail\S+/.exec(text) ?? []) : []))
  await expect.poll(() => links().length).toBe(2)
  const mail = await mailing.visit()
  await mail.page.goto(links()[1] ?? '')
  await mail.page.getByRole('button', { name: 'Yes, confirm it' }).click()
  await mail.page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
  await page.reload()
  await page.getByText('Confirmed', { exact: true }).waitFor()
  expect([...faults, ...mail.faults]).toEqual([])
})

test('the page names whom to ask without a mail server', async () => {
  const { page, faults } = await silent.visit()
  await page.goto('/forgot')
  await page.getByText(/Ask whoever runs it/).waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})
