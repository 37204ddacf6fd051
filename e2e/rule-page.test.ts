import { ruleRoutes, seriesRoutes, settingRoutes, type Series } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, OF_LOOKS, PHONE, WIDE } from './browser.ts'
import { TEST_ALL } from '../testing/test-run.ts'
import { showTheme } from './theme.ts'

const application = useApplication()
const HOUR = 3_600_000
const HOSTILE = ['<img src=x onerror=alert(1)>', 'W'.repeat(30), '\u200fمرحبا بالعالم\u200f'] as const

/** Creates a device at 20 °C, with 31 °C for an hour at noon of four of the last 30 days. */
async function withHotNoons(grower: Grower, deviceName = 'Tomato house'): Promise<Series> {
  const device = await addDevice(grower, deviceName, { waitTime: '900' })
  const now = Date.now()
  const hot = new Set([3, 10, 11, 20])
  const readings = Array.from({ length: 30 * 96 }, (_, index) => {
    const at = now - (index + 1) * (HOUR / 4)
    const [day, quarter] = [Math.floor(index / 96), index % 96]
    return { time: new Date(at).toISOString(), temperature: hot.has(day) && quarter >= 48 && quarter < 52 ? 31 : 20 }
  })
  for (let from = 0; from < readings.length; from += 500)
    await sendReadings(application.server.url, device, readings.slice(from, from + 500))
  const [series] = await grower.call(seriesRoutes.newest)
  if (!series) throw new Error('The readings have no series')
  return series
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const status = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true })

test('a rule is tried on the last days, saved, found in the list, changed, turned off and removed', async () => {
  const grower = await application.register('Asta')
  const series = await withHotNoons(grower)
  const { page, faults } = await application.openAs(grower, '/myalertcondition?view=devices')
  await button(page, 'Add Device Condition').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Device', { exact: true }).selectOption('Tomato house')
  await dialog.getByLabel('Threshold, °C').fill('32')
  await dialog.getByRole('link', { name: 'More options' }).click()

  // The entries are kept, and the rule would never have triggered.
  await page.getByRole('heading', { name: 'New alert condition' }).waitFor()
  expect(await field(page, 'Threshold, °C').inputValue()).toBe('32')
  await status(page, 'Would never have fired').waitFor({ state: 'attached' })
  await field(page, 'Threshold, °C').fill('30')
  await status(page, 'Would have fired 4 times').waitFor({ state: 'attached' })
  await page.getByRole('application', { name: /^Temperature of the last 30 days/ }).waitFor()
  const firings = page.getByRole('table', { name: 'When it would have fired' }).getByRole('row')
  expect(await firings.count()).toBe(5)
  await expect.poll(() => firings.last().textContent()).toMatch(/1\s*h31,0/)
  // A hold of more than an hour excludes all of them.
  await field(page, 'For at least, min').fill('90')
  await status(page, 'Would never have fired').waitFor({ state: 'attached' })
  await field(page, 'For at least, min').fill('10')
  await status(page, 'Would have fired 4 times').waitFor({ state: 'attached' })
  const others = page.getByRole('table', { name: 'Other limits' })
  const other = others.getByRole('button').first()
  const taken = (await other.textContent()) ?? ''
  await other.click()
  await others.getByRole('row', { name: `${taken} now` }).waitFor()
  await field(page, 'Threshold, °C').fill('30')
  await button(page, 'Critical').click()
  await field(page, 'Name').fill('Hot noon')
  await button(page, 'Add condition').click()
  await page.getByText('Device condition created').waitFor()

  await page.waitForURL('**/myalertcondition?view=devices')
  await page.getByRole('searchbox').fill('hot noon')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hot noon' })
  await row.getByText('≥ 30 °C for 10 min').waitFor()
  await row.getByText('Over at 29,5 °C · Critical').waitFor()
  expect(await page.getByRole('main').getByRole('switch').count()).toBe(1)
  await row.getByRole('switch').click()
  await expect.poll(async () => (await ruleOf(grower))?.isOn).toBe(false)
  await row.getByText('Off').waitFor()

  await row.getByRole('link', { name: /^Edit / }).click()
  await page.getByRole('heading', { name: 'Hot noon' }).waitFor()
  await button(page, 'leaves').click()
  await field(page, 'Lower limit, °C').fill('5')
  await field(page, 'Upper limit, °C').fill('30')
  await button(page, 'By night').click()
  await button(page, 'Save changes').click()
  await page.getByText('Device condition updated').waitFor()
  expect(await ruleOf(grower)).toMatchObject({
    seriesId: series.seriesId,
    kind: 'outside',
    limit: 5,
    upperLimit: 30,
    when: 'night',
    isOn: false,
    name: 'Hot noon',
  })

  await row.getByRole('link', { name: /^Edit / }).click()
  await button(page, 'Delete condition').click()
  await page.getByText('This action cannot be undone.').waitFor()
  await dialog.getByRole('button', { name: 'Delete condition' }).click()
  await page.waitForURL('**/myalertcondition?view=devices')
  await row.waitFor({ state: 'detached' })
  expect(await ruleOf(grower)).toBeUndefined()
  expect(faults).toEqual([])
})

/** Returns the user's rule that is not about silence. */
async function ruleOf(grower: Grower) {
  return (await grower.call(ruleRoutes.list)).find(({ seriesId }) => seriesId !== null)
}

test('a rule on the silence of one device is changed with the keyboard only', async () => {
  const grower = await application.register('Bo')
  const { deviceId } = await addDevice(grower, 'Lily’s board', { waitTime: '10' })
  await grower.call(ruleRoutes.create, { body: { kind: 'silent', deviceId } })
  const { page, faults } = await application.openAs(grower, '/myalertcondition?view=devices')
  const name = 'Lily’s board sends nothing for 15 min'
  await page.getByRole('link', { name: `Edit ${name}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name }).waitFor()
  await page.getByText('Not enough readings for a preview: 0 of 30 days.').first().waitFor()
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const steps: Array<string | null | undefined> = []
  // From the heading to the field of minutes: switch, sensor, device, and the five kinds.
  await page.getByRole('switch', { name: 'On' }).focus()
  for (let index = 0; index < 8; index++) {
    await page.keyboard.press('Tab')
    steps.push(await focused())
  }
  expect(steps.slice(2, 7)).toEqual(['rises to', 'falls to', 'leaves', 'changes by', 'is silent'])
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('45')
  await page.keyboard.press('Enter')
  await page.getByText('Device condition updated').waitFor()
  await page.getByText('sends nothing for 45 min').waitFor()
  const toggle = page.getByRole('switch', { name: 'Lily’s board sends nothing for 45 min' })
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
  // The switch is optimistic.
  await expect
    .poll(async () => (await grower.call(ruleRoutes.list)).find((rule) => rule.deviceId === deviceId))
    .toMatchObject({ kind: 'silent', limit: 2700, isOn: false })
  expect(faults).toEqual([])
})

test('a reader of °F sees and types a rule in it, and a change of temperature without the offset of the scales', async () => {
  const grower = await application.register('Cem')
  const series = await withHotNoons(grower)
  await grower.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
  const { page, faults } = await application.openAs(grower, `/rules/new?series=${series.seriesId}`)
  await field(page, 'Threshold, °F').fill('86')
  await status(page, 'Would have fired 4 times').waitFor({ state: 'attached' })
  expect(await field(page, 'Over at, °F').inputValue()).toBe('85,1')
  await page
    .getByRole('row', { name: /87,8\s°F$/ })
    .first()
    .waitFor()
  await button(page, 'changes by').click()
  await field(page, 'Change, °F').fill('18')
  await field(page, 'Within, min').fill('60')
  await status(page, 'Would have fired 4 times').waitFor({ state: 'attached' })
  await button(page, 'Add condition').click()
  await page.getByText('changes by 18 °F within 1 h').waitFor()
  expect(await ruleOf(grower)).toMatchObject({ kind: 'changing', limit: 10, withinMinutes: 60 })
  expect(faults).toEqual([])
})

describe('the page of a rule', () => {
  let grower: Grower
  let seriesId: string
  beforeAll(async () => {
    grower = await application.register('Eva')
    seriesId = (await withHotNoons(grower, HOSTILE[0])).seriesId
  })

  test.each([
    ['wide', WIDE, HOSTILE[0], 28],
    ['phone', PHONE, HOSTILE[1], 29],
    ['very narrow', { width: 320, height: 640 }, HOSTILE[2], 30],
  ] as const)(
    'the page of a rule breaks no rule of accessibility in either theme, with any names (%s)',
    async (_, viewport, name, limit) => {
      const { ruleId } = await grower.call(ruleRoutes.create, { body: { kind: 'above', seriesId, limit, name } })
      const { page, faults } = await application.openAs(grower, `/rules/${ruleId}`, { viewport })
      const broken = async () => {
        await showTheme(page, 'dark')
        const dark = await axe(page, TEST_ALL ? undefined : OF_LOOKS)
        await showTheme(page, 'light')
        return [...dark, ...(await axe(page))]
      }
      await status(page, 'Would have fired 4 times').waitFor({ state: 'attached' })
      await page.getByRole('application').waitFor()
      expect(await broken()).toEqual([])
      for (const choice of ['leaves', 'changes by', 'Between two times', 'is silent']) {
        await button(page, choice).click()
        expect([choice, await isWithin(page)]).toEqual([choice, true])
      }
      expect(await broken()).toEqual([])
      await page.goto('/myalertcondition?view=devices')
      await page.getByRole('switch').nth(1).waitFor()
      expect(await broken()).toEqual([])
      expect(await isWithin(page)).toBe(true)
      expect(faults).toEqual([])
    },
  )
})

/** Returns whether the page does not overflow the screen. */
function isWithin(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}
