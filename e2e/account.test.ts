import { readFile } from 'node:fs/promises'
import { createClient, plantRoutes, readingRoutes, settingRoutes, userRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openAs } from './browser.ts'
import { addDevice, PASSWORD } from '../testing/growers.ts'
import { useOwnApplication } from './application.ts'
import { untilConnected } from './until-connected.ts'

const OTHER = 'Another-43!'

const application = useOwnApplication()

test("one browser's changes to an account appear at once in another", async () => {
  const grower = await application.register('Asta')
  const [one, two] = [await application.visit(), await application.visit()]
  await openAs(one.page, grower, '/profile')
  await two.page.goto('/signin')
  const login = two.page.getByRole('form', { name: 'Login' })
  const signIn = async (password: string) => {
    await login.getByLabel('Email').fill(grower.email)
    await login.getByLabel('Password', { exact: true }).fill(password)
    await login.getByRole('button', { name: 'Login' }).click()
    await two.page.getByRole('heading', { name: /^Good / }).waitFor()
  }
  await signIn(PASSWORD)

  // A changed password ends the session of the other browser.
  const { page } = one
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Old password').fill('Wrong-42!')
  await dialog.getByLabel('New password').fill(OTHER)
  await dialog.getByLabel('Confirm password').fill('different')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('Passwords do not match').waitFor()
  await dialog.getByLabel('Confirm password').fill(OTHER)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('Old password is incorrect').waitFor()
  await dialog.getByLabel('Old password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password updated').waitFor()
  await two.page.waitForURL('**/signin')
  await two.page.getByText('Your session has ended. Please sign in again.').waitFor()

  // Its session is listed here, and can be revoked from here.
  await signIn(OTHER)
  await page.reload()
  await page.getByRole('button', { name: /^Sign out, / }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(OTHER)
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
  await two.page.waitForURL('**/signin')

  // A changed e-mail signs out here too.
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await dialog.getByLabel('Current email').fill(grower.email)
  await dialog.getByLabel('New email').fill(grower.email)
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await dialog.getByText('New email must be different from the current email').waitFor()
  await dialog.getByLabel('New email').fill(`new.${grower.email}`)
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await dialog.getByText('Password is required').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-42!')
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await dialog.getByText('Password is incorrect').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(OTHER)
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await page.waitForURL('**/signin')
  expect([...one.faults, ...two.faults]).toEqual([])
})

/** The theme is of the browser, and a journey hides the note of the morning on each page. */
const KEPT = ['greenhouse.theme', 'greenhouse.morning']

test('saves settings, exports data, and deletes an account', async () => {
  const grower = await application.register('Bo')
  const { deviceToken } = await addDevice(grower, 'Tomato house')
  const board = createClient({ origin: application.server.url, token: deviceToken })
  await board.call(readingRoutes.send, { body: { temperature: 21.5, humidity: 63 } })
  const { page, faults } = await application.visit()
  await openAs(page, grower, '/profile')
  await page.getByRole('definition').filter({ hasText: grower.email }).waitFor()
  await page.getByRole('switch', { name: 'Dark Theme' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await page.getByRole('switch', { name: 'Confirm Water Dialog' }).click()
  await expect.poll(() => grower.call(settingRoutes.get)).toMatchObject({ darkTheme: true, confirmDialog: true })

  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /JSON/ }).click()])
  expect(saved.suggestedFilename()).toMatch(/^greenhouse-\d{4}-\d\d-\d\d\.json$/)
  const [readings] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /CSV/ }).click(),
  ])
  expect(readings.suggestedFilename()).toBe('greenhouse-readings.csv')
  expect((await readFile(await readings.path(), 'utf8')).split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36},Tomato house,.*Z,21\.5,63,,$/),
    '',
  ])

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('Account deleted – goodbye!').waitFor()
  await page.waitForURL('**/signin')
  await expect
    .poll(() => page.evaluate((kept) => Object.keys(localStorage).filter((name) => !kept.includes(name)), KEPT))
    .toEqual([])
  await expect(grower.call(userRoutes.get)).rejects.toMatchObject({ status: 401 })
  expect(faults).toEqual([])
})

test('the weather page and the dashboard show the weather of a chosen city', async () => {
  const grower = await application.register('Eva')
  const { weather } = application.server
  const documented = weather.answer
  onTestFinished(() => void (weather.answer = documented))
  // Aarhus is colder than Copenhagen.
  weather.answer = (request, response) => {
    const isThere = !request.url?.includes('latitude=55.6')
    const end = response.end.bind(response) as (text: string) => typeof response
    response.end = ((text: string) => end(isThere ? text.replaceAll('4.8', '-1.3') : text)) as typeof response.end
    documented(request, response)
  }
  const { page, faults } = await application.visit()
  await openAs(page, grower, '/weather')
  await page.getByRole('heading', { name: 'Copenhagen' }).waitFor()
  await page.getByRole('region', { name: 'Now' }).getByText('4,8', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Rain %' }).click()
  await page.getByRole('region', { name: 'Chance of rain' }).waitFor()
  await page.getByRole('tab', { name: 'Wind' }).press('ArrowLeft')
  const search = page.getByRole('combobox', { name: 'Search city' })
  await search.pressSequentially('Aarhus')
  await page.getByRole('option', { name: /Ohio/ }).waitFor()
  await search.press('ArrowDown')
  await search.press('Enter')
  await page.getByRole('heading', { name: 'Aarhus' }).waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const card = page.getByRole('article', { name: 'Outdoor temperature' })
  await card.getByText('Aarhus').waitFor()
  await card.getByText('−1,3').waitFor()
  expect(faults).toEqual([])
})

test('the application opens without its server, shows cached data, and recovers by itself', async () => {
  const grower = await application.register('Liv')
  await grower.call(plantRoutes.create, { body: { plantName: 'Lemon', plantType: 'Citrus', waterEvery: 3 } })
  const { page } = await application.visit({ serviceWorkers: 'allow' })
  await openAs(page, grower, '/plants')
  await page.getByRole('button', { name: 'Lemon', exact: true }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // Queries are persisted every two seconds.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('greenhouse.known') ?? '')).toContain('Lemon')
  await page.reload()
  await page.getByRole('button', { name: 'Lemon', exact: true }).waitFor()
  await application.server.kill()
  await page.reload()
  await page.getByRole('button', { name: 'Lemon', exact: true }).waitFor()
  await page
    .getByText(/Connection lost|Offline/)
    .first()
    .waitFor()
  await application.server.start()
  await untilConnected(page)
  await page.getByRole('button', { name: 'Water Lemon' }).click()
  await page.getByText('In 3 day(s)').filter({ visible: true }).waitFor()
})
