import { deviceRoutes, householdRoutes, ruleRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe } from './browser.ts'
import { showTheme } from './theme.ts'

const application = useApplication()

const HOUR = 3_600_000
const WIDTHS = [1440, 1024, 768, 390, 320]

/** Adds a board that has sent a temperature every half hour. */
async function addBoard(grower: Grower, hours: number): Promise<string> {
  const device = await addDevice(grower, 'North end', { waitTime: '1800' })
  const now = Date.now()
  const readings = Array.from({ length: hours * 2 + 1 }, (_, half) => ({
    temperature: 12 + (half % 20) / 2,
    timestamp: new Date(now - (hours * 2 - half) * (HOUR / 2)).toISOString(),
  }))
  await sendReadings(application.server.url, device, readings)
  return device.deviceId
}

/** Checks what is shown at each width, light and dark. */
async function seeEverywhere(page: Page, shown: () => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await shown()
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme)
      expect([width, theme, await axe(page)]).toEqual([width, theme, []])
    }
    expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the first day counts its steps, and each has a button that opens what it needs', async () => {
  const grower = await application.register('Nora')
  await addBoard(grower, 0)
  const { page, faults } = await application.openAs(grower, '/')
  const panel = page.getByRole('region', { name: 'Your first day' })
  await panel.getByText('1 of 4').waitFor()
  await page.getByText(/North end has sent for \d+ minutes?\. Lines grow to 24 hours from here\./).waitFor()
  await seeEverywhere(page, () => panel.getByText('1 of 4').waitFor())

  await panel.getByRole('link', { name: 'Set' }).click()
  await page.getByRole('heading', { name: 'New rule' }).waitFor()
  const limit = page.getByRole('slider', { name: 'Limit', exact: true })
  await expect.poll(() => limit.getAttribute('aria-valuenow')).toBe('2')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Device condition created').waitFor()
  await page.goto('/')
  await panel.getByText('2 of 4').waitFor()

  await panel.getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a plant' })
  await dialog.getByLabel('Name').fill('Basil')
  await dialog.getByLabel('Type').fill('Herb')
  await dialog.getByRole('button', { name: 'Add plant' }).click()
  await panel.getByText('3 of 4').waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await panel.getByRole('link', { name: 'Invite' }).click()
  await page.getByRole('dialog', { name: 'Invite somebody' }).waitFor()
  await page.goto('/')
  await panel.getByRole('button', { name: 'Hide' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  expect(await panel.count()).toBe(0)
  expect(faults).toEqual([])
})

test('the day after, a card says what the first day brought, and sets a frost warning once', async () => {
  const grower = await application.register('Nils')
  const deviceId = await addBoard(grower, 26)
  const { page, faults } = await application.openAs(grower, '/history')
  // A board that kept its readings is younger than they are.
  const createdAt = new Date(Date.now() - 26.5 * HOUR).toISOString()
  const json = (await grower.call(deviceRoutes.list)).map((device) => ({ ...device, createdAt }))
  await page.route(`**${deviceRoutes.list.path}*`, (route) => route.fulfill({ json }))
  await page.goto('/')
  const card = page.getByRole('region', { name: /^Your first day: 12,0 to 21,5\s°C, coldest at \d\d\.\d\d$/ })
  await card.getByText(/^North end has sent .* readings in the last 24 hours\. Set a frost warning\?$/).waitFor()
  await seeEverywhere(page, () => card.getByRole('button', { name: /^Warn me below 2/ }).waitFor())
  const box = await card.boundingBox()
  const columns = await page.getByRole('region', { name: 'Your device' }).boundingBox()
  expect(box?.width).toBe(1248)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(columns?.y ?? 0)

  await card.getByRole('button', { name: /^Warn me below 2/ }).click()
  await card.getByText(/^You are warned below 2/).waitFor()
  const rules = await grower.call(ruleRoutes.list, { query: {} })
  expect(rules.filter(({ kind }) => kind === 'below')).toMatchObject([{ deviceId, limit: 2 }])
  await page.reload()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  expect(await card.count()).toBe(0)
  expect(faults).toEqual([])
})

test('the note of the morning has three facts until noon, is sent if wished, and is hidden for a day', async () => {
  const grower = await application.register('Mona')
  await addBoard(grower, 26)
  const { page, faults } = await application.openAs(grower, '/profile', {}, { hasMorning: true })
  const today = new Date().toISOString().slice(0, 10)
  await page.clock.setFixedTime(new Date(`${today}T07:02:00`))
  await page.goto('/')
  const note = page.getByRole('region', { name: 'This morning' })
  await note.getByText(/^Coldest: North end, /).waitFor()
  await seeEverywhere(page, async () => expect(await note.getByRole('listitem').count()).toBe(3))
  await note.getByRole('switch', { name: 'Send this note' }).click()
  await expect.poll(async () => (await grower.call(householdRoutes.list))[0]?.morningNote).toBe(true)
  await note.getByRole('button', { name: 'Hide today' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  expect(await note.count()).toBe(0)

  await page.clock.setFixedTime(new Date(new Date(`${today}T12:00:00`).getTime() + 24 * HOUR))
  await page.reload()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  expect(await note.count()).toBe(0)
  expect(faults).toEqual([])
})
