import { createClient, readingRoutes, settingRoutes, userRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { addDevice, PASSWORD } from '../testing/growers.ts'
import { axe } from './browser.ts'
import { useApplication } from './application.ts'

const application = useApplication()

test('keeps settings after a reload: Celsius, Dark Theme, Confirm Water Dialog, format and clock', async () => {
  const grower = await application.register('Ida')
  const { deviceToken } = await addDevice(grower, 'Tomato house')
  const board = createClient({ origin: application.server.url, token: deviceToken })
  await board.call(readingRoutes.send, { body: [{ temperature: 21.5, humidity: 63, airPressure: 1013.2 }] })
  const { page, faults } = await application.openAs(grower, '/profile', { locale: 'en-US' })

  const names = ['Celsius', 'Dark Theme', 'Confirm Water Dialog'] as const
  const toggles = () =>
    Promise.all(names.map((name) => page.getByRole('switch', { name }).getAttribute('aria-checked')))
  await expect.poll(toggles).toEqual(['true', 'false', 'false'])
  await page.getByText('For example 20/11/2026, 21.41 and 1.013,2 hPa.').waitFor()
  for (const name of names) await page.getByRole('switch', { name }).click()
  await page.getByLabel('Dates and numbers').selectOption({ label: 'As in this browser (en-US)' })
  await page.getByText('For example 11/20/2026, 21:41 and 1,013.2 hPa.').waitFor()
  await page.getByLabel('Clock').selectOption('12 hours, AM and PM')
  await page.getByText('For example 11/20/2026, 9:41 PM and 1,013.2 hPa.').waitFor()
  const set = {
    celsius: false,
    darkTheme: true,
    confirmDialog: true,
    browserFormat: true,
    twelveHours: true,
    locale: 'en-US',
  }
  await expect.poll(() => grower.call(settingRoutes.get)).toMatchObject(set)
  expect(await axe(page)).toEqual([])

  await page.reload()
  await expect.poll(toggles).toEqual(['false', 'true', 'true'])
  await page.getByText('For example 11/20/2026, 9:41 PM and 1,013.2 hPa.').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')

  // 21.5 °C, in the browser's own format.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('70.7', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Custom' }).click()
  expect(await page.getByLabel('From', { exact: true }).getAttribute('placeholder')).toBe('mm/dd/yyyy')
  expect(faults).toEqual([])
})

test('the profile shows every message of a change of email, and an error when the details can’t be loaded', async () => {
  const grower = await application.register('Eva')
  const other = await application.register('Kai')
  const { page, faults } = await application.openAs(grower, '/profile')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = page.getByRole('dialog')
  const submit = async (current: string, next: string) => {
    await dialog.getByLabel('Current email').fill(current)
    await dialog.getByLabel('New email').fill(next)
    await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  }
  await submit('', '')
  await dialog.getByText('Current email is required').waitFor()
  await dialog.getByText('New email is required').waitFor()
  await submit('eva', 'eva@')
  await expect.poll(() => dialog.getByText('Enter a valid email address').count()).toBe(2)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await submit(grower.email, grower.email.toUpperCase())
  await dialog.getByText('New email must be different from the current email').waitFor()
  await submit('somebody@example.org', `new.${grower.email}`)
  await dialog.getByText('This is not your current email').waitFor()
  await submit(grower.email, other.email)
  await dialog.getByText('This email is already in use by another user').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.route(`**${userRoutes.get.path}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByText("Couldn't load user info.").waitFor()
  expect(faults).toEqual([])
})

test('the dialogs show why a change of password or a deletion of the account fails', async () => {
  const grower = await application.register('Uwe')
  const { page, faults } = await application.openAs(grower, '/profile')
  const dialog = page.getByRole('dialog')
  const title = 'An unexpected server error occurred.'
  await page.route(`**${userRoutes.remove.path}`, (route) => route.fulfill({ status: 500, json: { title } }))
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('alert').getByText(title).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('Old password is required').waitFor()
  await dialog.getByText('New password is required').waitFor()
  await dialog.getByLabel('New password').fill('seedling')
  await dialog.getByText('≥6 chars, incl. min. 1 uppercase, lowercase, digit & special.').waitFor()
  await dialog.getByLabel('Old password').fill('Wrong-42!')
  await dialog.getByLabel('New password').fill('Seedling-43!')
  await dialog.getByLabel('Confirm password').fill('Seedling-44!')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('Passwords do not match').waitFor()
  await dialog.getByLabel('Confirm password').fill('Seedling-43!')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('Old password is incorrect').waitFor()
  expect(faults).toEqual([])
})
