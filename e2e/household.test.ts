import { createClient, householdRoutes, plantRoutes, readingRoutes, userRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDevice, join, PASSWORD, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, PHONE, WIDE } from './browser.ts'
import { register } from './register.ts'

const application = useApplication()

test('a person joins by a link on a phone, waters for all to see, and sees nothing any more once removed', async () => {
  const asta = await application.register('Asta')
  await asta.call(plantRoutes.create, {
    body: { plantName: 'Basil', plantType: 'Herb', waterEvery: 7, lastWatered: '2026-01-01' },
  })
  const { deviceToken } = await addDevice(asta, 'Tomato house')
  const measure = (temperature: number) =>
    createClient({ origin: application.server.url, token: deviceToken }).call(readingRoutes.send, {
      body: { temperature },
    })
  await measure(21.4)

  const { page: household, faults } = await application.openAs(asta, '/household')
  await household.getByText('Only you.').waitFor()
  await household.setViewportSize({ width: 320, height: 568 })
  const roles = household.getByRole('region', { name: 'What each role may do' })
  expect(await roles.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0)
  await household.setViewportSize(WIDE)
  const link = await makeLink(household)
  expect(await axe(household)).toEqual([])

  const { page: phone, faults: phoneFaults } = await application.visit({ viewport: PHONE, hasTouch: true })
  await phone.goto(link)
  await phone.getByRole('heading', { name: 'Asta invites you to Asta’s garden' }).waitFor()
  await phone.getByText('As a carer: you can do tasks and answer alerts, and can’t delete anything.').waitFor()
  expect(await axe(phone)).toEqual([])
  await phone.getByRole('link', { name: 'Register and join' }).click()
  await register(phone, 'Kim')
  await phone.getByText('You are in Asta’s garden').waitFor()

  const { page: plants } = await application.openAs(asta, '/plants')
  await plants.getByRole('button', { name: 'Water Basil' }).waitFor()
  await phone.goto('/plants')
  await phone.getByRole('button', { name: 'Water Basil' }).click()
  await phone.getByRole('button', { name: 'Undo: watered Basil' }).waitFor()
  await plants.getByText('Watered by Kim').waitFor()
  await plants.getByText('In 7 day(s)').first().waitFor()
  await household.getByText('Kim', { exact: true }).first().waitFor()

  // Kim's page shows live values until she is removed.
  await phone.goto('/')
  await phone.getByText('21,4').first().waitFor()
  await household.getByRole('button', { name: 'More for Kim' }).click()
  await household.getByRole('menuitem', { name: 'Remove Kim' }).click()
  await household.getByRole('button', { name: 'Remove', exact: true }).click()
  await phone.getByText('You are no longer in Asta’s garden.').waitFor()
  await measure(33.3)
  await phone.goto('/plants')
  await phone.getByText('No plants found').waitFor()
  await phone.goto(link)
  await phone.getByText('This invitation is no longer good').waitFor()
  expect(await phone.getByText('33,3').count()).toBe(0)
  expect([...faults, ...phoneFaults]).toEqual([])
})

test('a viewer finds no button that changes anything, and a request of theirs is refused', async () => {
  const asta = await application.register('Asta')
  const { plantId } = await asta.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })
  await addDevice(asta, 'Tomato house')
  const alex = await joined(asta, 'Alex', 'viewer')
  const { page, faults } = await application.openAs(alex, '/plants')
  // Alex has a garden of their own as well.
  await page.getByRole('button', { name: 'Household: Alex’s garden' }).click()
  await page.getByRole('menuitemradio', { name: 'Asta’s garden' }).click()
  await page.getByText('You can look at this household, not change it. Ask Asta.').waitFor()
  await page.getByRole('button', { name: 'Basil', exact: true }).waitFor()
  for (const name of ['Water Basil', 'Water all plants', 'Add a plant'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  expect((await alex.send(plantRoutes.water, { query: { plantId } })).status).toBe(403)
  const stranger = await application.register('Eve')
  expect((await stranger.send(plantRoutes.water, { query: { plantId } })).status).toBe(404)
  expect(faults).toEqual([])
})

test('the question of a deleted account names who loses what, and a household that was handed over stays', async () => {
  const asta = await application.register('Asta')
  await asta.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })
  const kim = await joined(asta, 'Kim', 'carer')
  const { page, faults } = await application.openAs(asta, '/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText(/Kim loses 1 plant/).waitFor()
  const { householdId } = (await asta.call(householdRoutes.list))[0]!
  const { userId } = await kim.call(userRoutes.get)
  await asta.call(householdRoutes.handOver, { params: { householdId }, body: { userId } })
  await asta.call(userRoutes.remove, { body: { password: PASSWORD } })
  const kept = await kim.call(plantRoutes.list, { query: { household: householdId } })
  expect(kept.map(({ plantName }) => plantName)).toEqual(['Basil'])
  expect(faults).toEqual([])
})

/** Makes an invitation of a carer on the page of a household, and returns its address. */
async function makeLink(page: Page): Promise<string> {
  const made = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/invitations'),
  )
  await page.getByRole('button', { name: 'Make a link' }).click()
  const { url } = (await (await made).json()) as { url: string }
  await page.getByRole('img', { name: 'QR code of the invitation; the link can be copied beside it' }).waitFor()
  return url
}

/** Registers a person who joins a household by an invitation. */
async function joined(owner: Grower, firstName: string, role: 'viewer' | 'carer'): Promise<Grower> {
  const person = await application.register(firstName)
  await join(owner, person, role)
  return person
}
