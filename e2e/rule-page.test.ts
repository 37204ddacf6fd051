import { HOUR_MS, ruleRoutes, settingRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, OF_LOOKS, PHONE, WIDE } from './browser.ts'
import { withHotNoons } from './hot-noons.ts'
import { TEST_ALL } from '../testing/test-run.ts'
import { showTheme } from './theme.ts'

const application = useApplication()
const HOSTILE = ['<img src=x onerror=alert(1)>', 'W'.repeat(30), '\u200fمرحبا بالعالم\u200f'] as const

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const line = (page: Page, name = 'Limit') => page.getByRole('slider', { name, exact: true })
const says = (page: Page, words: string) =>
  page.getByRole('status').getByText(words, { exact: true }).waitFor({ state: 'attached' })
const valueOf = (page: Page, name?: string) => line(page, name).getAttribute('aria-valuetext')
async function setTo(page: Page, text: string, name = 'Limit'): Promise<void> {
  await line(page, name).press('Enter')
  await field(page, `${name}, number`).fill(text)
  await page.keyboard.press('Enter')
}
const FOUR_HOURS = 'would have fired 4 times, 4\u00a0h'

/** Counts the previews that the server is asked for. */
function previewsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === ruleRoutes.preview.path) asked.push(request.postData() ?? '')
  })
  return asked
}

test('a rule is set with the keyboard on the last days, saved, found in the list, changed, turned off and removed', async () => {
  const grower = await application.register('Asta')
  const series = await withHotNoons(application.server.url, grower)
  const { page, faults } = await application.openAs(grower, '/myalertcondition?view=devices')
  const previews = previewsOf(page)
  await page.getByRole('link', { name: 'Add Device Condition' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New rule' }).waitFor()

  // The first device and its temperature are drawn; few readings are above the first limit.
  await line(page).focus()
  expect(await valueOf(page)).toBe('20\u00a0°C')
  for (const key of ['PageUp', 'PageUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  expect(await valueOf(page)).toBe('31\u00a0°C')
  await page.keyboard.press('ArrowUp')
  await says(page, 'would never have fired')
  await page.keyboard.type('30')
  await field(page, 'Limit, number').press('Enter')
  await says(page, 'would have fired 4 times, 3\u00a0h')
  await expect.poll(() => line(page).evaluate((one) => one === document.activeElement)).toBe(true)
  const firings = page.getByRole('table', { name: 'When it would have fired' }).getByRole('row')
  expect(await firings.count()).toBe(5)
  // The alternatives stay while one of them is taken.
  const others = page.getByRole('group', { name: 'Other limits' }).getByRole('button')
  const limitsOf = () => others.evaluateAll((all) => all.map((one) => one.textContent?.split('°')[0]?.trim()))
  expect(await limitsOf()).toEqual(['29', '30', '31', '32'])
  await others.nth(2).press('Enter')
  expect([await valueOf(page), await limitsOf()]).toEqual(['31\u00a0°C', ['29', '30', '31', '32']])
  await others.nth(1).press('Enter')
  expect(previews).toEqual([])

  await button(page, 'Hold: 10 min').press('Enter')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('0')
  await page.keyboard.press('Escape')
  await says(page, FOUR_HOURS)
  await expect.poll(() => button(page, /^Hold: /).evaluate((one) => one === document.activeElement)).toBe(true)
  await button(page, 'Severity: warning').press('Enter')
  await page.getByRole('dialog', { name: 'How urgent is it?' }).waitFor()
  await page.getByRole('radio', { name: 'Critical Sent at once, also in quiet hours' }).press('Space')
  expect(await field(page, 'Name').inputValue()).toBe('High temperature, Tomato house')
  await field(page, 'Name').fill('Hot noon')
  await page.keyboard.press('Enter')
  await page.getByText('Device condition created').waitFor()
  expect(await ruleOf(grower)).toMatchObject({ limit: 30, clearAt: 29.5, holdSeconds: 0, repeatMinutes: 120 })

  await page.waitForURL('**/myalertcondition?view=devices')
  await page.getByRole('searchbox').fill('hot noon')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hot noon' })
  await row.getByText('≥ 30 °C').waitFor()
  await row.getByText('Over at 29,5 °C · Critical').waitFor()
  await row.getByRole('switch').click()
  await expect.poll(async () => (await ruleOf(grower))?.isOn).toBe(false)

  await row.getByRole('link', { name: /^Edit / }).click()
  await page.getByRole('heading', { name: 'Hot noon' }).waitFor()
  expect(await valueOf(page)).toBe('30\u00a0°C')
  await button(page, 'outside').first().click()
  await setTo(page, '5', 'Lower limit')
  await setTo(page, '30', 'Upper limit')
  await says(page, FOUR_HOURS)
  await button(page, 'Active: always').click()
  await page.getByRole('radio', { name: 'By night' }).click()
  await button(page, 'Done').click()
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
  await button(page, 'Delete rule').click()
  await page.getByText('This action cannot be undone.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
  await page.waitForURL('**/myalertcondition?view=devices')
  await row.waitFor({ state: 'detached' })
  expect(await ruleOf(grower)).toBeUndefined()
  expect(faults).toEqual([])
})

test('the line follows a finger on a phone, and the page asks before it is left', async () => {
  const grower = await application.register('Fin')
  await withHotNoons(application.server.url, grower)
  const { page, faults } = await application.openAs(grower, '/myalertcondition?view=devices', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  })
  await page.getByRole('link', { name: 'Add Device Condition' }).tap()
  const box = await line(page).boundingBox()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] })
  const from = (box?.y ?? 0) + 22
  expect(box?.height).toBe(44)
  await touch('touchStart', from + 15)
  for (let moved = 4; moved <= 80; moved += 4) await touch('touchMove', from + 15 - moved)
  await touch('touchEnd')
  const value = Number((await valueOf(page))?.split('\u00a0')[0]?.replace(',', '.'))
  expect(value).toBeGreaterThan(22)
  expect(value * 2).toBe(Math.round(value * 2))
  const end = (await line(page).boundingBox())?.y ?? 0
  expect(Math.abs(end + 22 - (from - 80))).toBeLessThan(8)
  // The browser ignores a tap right after a drag, whose momentum it would end.
  const leave = page.getByText('Leave without saving?')
  const tapBack = async () => {
    await page
      .getByRole('banner')
      .getByRole('link', { name: 'Rules' })
      .tap({ timeout: 1000 })
      .catch(() => undefined)
    return leave.count()
  }
  await expect.poll(tapBack).toBe(1)
  await page.keyboard.press('Escape')
  // A browser holds Back only after the page was used.
  await line(page).press('ArrowUp')
  await page.getByRole('banner').getByRole('button', { name: 'Close' }).tap()
  await page.getByText('Leave without saving?').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Cancel' }).tap()
  await button(page, 'Leave').tap()
  await page.waitForURL('**/myalertcondition?view=devices')
  expect(await ruleOf(grower)).toBeUndefined()
  expect(faults).toEqual([])
})

test('a device without readings takes a number, which is checked from the first reading on', async () => {
  const grower = await application.register('Gry')
  await addDevice(grower, 'Seed tray')
  const { page, faults } = await application.openAs(grower, '/rules/new')
  await page.getByText('Seed tray has not sent anything yet').waitFor()
  await page.getByText('It is checked from the first reading on').waitFor()
  expect(await field(page, 'At or above').inputValue()).toBe('30')
  await button(page, 'below 2, frost').click()
  expect(await field(page, 'At or below').inputValue()).toBe('2')
  await field(page, 'At or below').fill('-41')
  await button(page, 'Save rule').click()
  await page.getByText('Value must be ≥ -40 °C').waitFor()
  await button(page, 'below 10, tender plants').click()
  await button(page, 'Save rule').click()
  await page.getByText('Device condition created').waitFor()
  expect(await ruleOf(grower)).toMatchObject({ kind: 'below', limit: 10, name: 'Low temperature, Seed tray' })
  expect(faults).toEqual([])
})

/** Returns the user's rule that is not about silence. */
async function ruleOf(grower: Grower) {
  return (await grower.call(ruleRoutes.list)).find(({ seriesId }) => seriesId !== null)
}

test('a rule on the silence of one device is changed with the keyboard only', async () => {
  const grower = await application.register('Bo')
  const device = await addDevice(grower, 'Lily’s board', { waitTime: '60' })
  const { deviceId } = device
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
  // Silent for ten hours, then for two, and since an hour ago.
  for (const hours of [100, 99.99, 89.99, 89.98, 87.98, 1])
    await sendReadings(application.server.url, device, { time: ago(hours), temperature: 20 })
  await grower.call(ruleRoutes.create, { body: { kind: 'silent', deviceId } })
  const { page, faults } = await application.openAs(grower, '/myalertcondition?view=devices')
  await page.getByRole('link', { name: 'Edit Silent for 15 min, Lily’s board' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Silent for 15 min, Lily’s board' }).waitFor()
  await page.getByRole('img', { name: 'Hours without readings of Lily’s board on each day' }).waitFor()
  await line(page).focus()
  expect(await valueOf(page)).toBe('15\u00a0min')
  await page.keyboard.press('ArrowUp')
  expect(await valueOf(page)).toBe('16\u00a0min')
  await page.keyboard.type('45')
  await page.keyboard.press('Enter')
  await page.getByText('would have fired 4 times in 4 days').first().waitFor()
  await button(page, 'Save changes').press('Enter')
  await page.getByText('Device condition updated').waitFor()
  await page.getByText('silent for 45 min').waitFor()
  await expect
    .poll(async () => (await grower.call(ruleRoutes.list)).find((rule) => rule.deviceId === deviceId))
    .toMatchObject({ kind: 'silent', limit: 2700 })
  expect(faults).toEqual([])
})

test('a reader of °F sees and types a rule in it, and a change of temperature without the offset of the scales', async () => {
  const grower = await application.register('Cem')
  const series = await withHotNoons(application.server.url, grower)
  await grower.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
  const { page, faults } = await application.openAs(grower, `/rules/new?series=${series.seriesId}&minutes=0`)
  await setTo(page, '86')
  await says(page, FOUR_HOURS)
  await button(page, 'Ends at: 85,1 °F').waitFor()
  await page
    .getByRole('row', { name: /87,8\s°F$/ })
    .first()
    .waitFor()
  await button(page, 'changing faster').first().click()
  await setTo(page, '18')
  await page
    .getByText(/^would have fired 4 times/)
    .first()
    .waitFor()
  await button(page, 'Save rule').click()
  await page.waitForURL('**/myalertcondition?view=devices')
  await page.getByText('changes by 18 °F within 1 h').waitFor()
  expect(await ruleOf(grower)).toMatchObject({ kind: 'changing', limit: 10, withinMinutes: 60 })
  expect(faults).toEqual([])
})

const KINDS = ['outside', 'changes by', 'silent', 'at or below']

describe('the page of a rule', () => {
  let grower: Grower
  let seriesId: string
  beforeAll(async () => {
    grower = await application.register('Eva')
    seriesId = (await withHotNoons(application.server.url, grower, HOSTILE[0])).seriesId
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
      await says(page, FOUR_HOURS)
      expect(await broken()).toEqual([])
      for (const choice of KINDS) {
        await button(page, /^Direction: /).click()
        await page.getByRole('radio', { name: choice }).click()
        await line(page, choice === 'outside' ? 'Upper limit' : 'Limit').waitFor()
        expect([choice, await isWithin(page)]).toEqual([choice, true])
      }
      await button(page, /^Severity: /).click()
      await page.getByRole('radio', { name: /^Critical/ }).waitFor()
      expect(await broken()).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Cancel' }).click()
      await button(page, 'Leave').click()
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
