import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { useApplication } from './application.ts'
import { axe, openAs, openBrowser, PHONE, visit, WIDE } from './browser.ts'
import { findFullChromium } from '../scripts/chromium.mjs'

const application = useApplication()
const FULL = findFullChromium()

/**
 * Records the notifications that the browser shows; one with the tag of another takes its place. A list of those on the screen
 * may come too late, since the browser closes them after some seconds.
 */
async function recordNotifications(page: Page) {
  const shown: Array<{ tag: string; title: string | undefined; body: string | undefined }> = []
  const cdp = await page.context().newCDPSession(page)
  cdp.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    const { eventName, eventMetadata, instanceId } = backgroundServiceEvent
    const of = (name: string) => eventMetadata.find(({ key }) => key === name)?.value
    if (eventName === 'Notification displayed') shown.push({ tag: instanceId, title: of('Title'), body: of('Body') })
  })
  await cdp.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true })
  await cdp.send('BackgroundService.startObserving', { service: 'notifications' })
  return shown
}

/** Delivers push messages to the service worker. */
async function openPushing(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const { promise: known, resolve } = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId } of registrations) resolve(registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await known
  const { origin } = new URL(page.url())
  return (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

test.skipIf(FULL === undefined)(
  'a pushed message is shown, and the next about the same episode takes its place',
  async () => {
    const browser = await openBrowser(FULL)
    onTestFinished(() => browser.close())
    const grower = await application.register('Asta')
    const { page, faults } = await visit(browser, application.server.url)
    await openAs(page, grower, '/notifications')
    await page.context().grantPermissions(['notifications'])
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    const push = await openPushing(page)
    const shown = await recordNotifications(page)
    const message = {
      id: 'one',
      episodeId: 'an-episode',
      title: 'Tomato house',
      body: 'Temperature is 31,2 °C.',
      url: '/alerts',
    }
    await push(JSON.stringify(message))
    await push(JSON.stringify({ ...message, id: 'two', title: 'Over: Tomato house', body: 'It is back.' }))
    // An unreadable message is shown, too: browsers withdraw the permission otherwise.
    await push('not JSON')
    await expect
      .poll(() => shown)
      .toEqual([
        { tag: 'an-episode', title: 'Tomato house', body: 'Temperature is 31,2 °C.' },
        { tag: 'an-episode', title: 'Over: Tomato house', body: 'It is back.' },
        { tag: 'message', title: 'Greenhouse', body: 'There is something new.' },
      ])
    expect(faults).toEqual([])
  },
)

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('a channel is set up, tried, turned off and removed on a %s screen', async (look, viewport) => {
  const grower = await application.register(look === 'wide' ? 'Bo' : 'Kim')
  const { page, faults } = await application.openAs(grower, '/notifications', { viewport })
  await page.getByText('No channel is set up').waitFor()
  expect(await axe(page)).toEqual([])

  const hostile = '<img src=x onerror=alert(1)> 🌱 \u202eabc'
  await page.getByRole('button', { name: 'Set up ntfy' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(hostile)
  await dialog.getByLabel('Server').fill('https://127.0.0.1')
  await dialog.getByLabel('Topic').fill('greenhouse-asta')
  await dialog.getByLabel('Topic').press('Enter')
  // The sentence is at the field of the address.
  await dialog.getByText('No connection is made to this address', { exact: false }).waitFor()
  await dialog.getByLabel('Server').fill('https://ntfy.invalid')
  await dialog.getByLabel('Server').press('Enter')
  await dialog.waitFor({ state: 'detached' })

  const card = page.getByRole('listitem').filter({ hasText: 'greenhouse-asta on ntfy.invalid' })
  await card.getByText('Nothing was sent yet.').waitFor()
  await card.getByRole('button', { name: /^Send test to / }).click()
  await card.getByText(/^Failed \d\d\.\d\d: The name could not be found\.$/).waitFor()
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect.poll(() => messages.first().textContent()).toMatch(/Test message.*failed.*The name could not be found\./)
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)

  await page.getByRole('checkbox', { name: /^Info to / }).click()
  await card.getByText('warnings and up').waitFor()
  await card.getByRole('switch').press('Space')
  await card.getByText('off', { exact: true }).waitFor()
  const quiet = page.getByRole('switch', { name: 'Quiet at night' })
  await quiet.click()
  await expect.poll(() => quiet.getAttribute('aria-checked')).toBe('true')
  await page.reload()
  await card.getByText('off', { exact: true }).waitFor()
  await expect.poll(() => quiet.getAttribute('aria-checked')).toBe('true')

  await card.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('button', { name: 'Remove channel' }).click()
  await page.getByText('No channel is set up').waitFor()
  expect(faults).toEqual([])
})

test('the signing secret of a webhook is shown once', async () => {
  const grower = await application.register('Ida')
  const { page, faults } = await application.openAs(grower, '/notifications')
  await page.getByRole('button', { name: 'Set up Webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('https://hook.invalid/greenhouse?key=secret')
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByText(/^whsec_[\w+/=-]{40,}$/).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('hook.invalid', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit Webhook' }).click()
  expect(await dialog.getByLabel('Address').inputValue()).toBe('')
  expect(await page.content()).not.toContain('whsec_')
  expect(faults).toEqual([])
})
