import { careRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { byName } from './authenticator.ts'
import { addPlant, daysAgo } from './plants.ts'

const application = useApplication()

/** Opens a page whose files are all in the service worker. */
async function openPage(grower: Awaited<ReturnType<typeof application.register>>) {
  const options = { baseURL: byName(application.server.url), serviceWorkers: 'allow' } as const
  const visited = await application.openAs(grower, '/', options)
  await visited.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return visited
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Waiting for the network' })

test('keeps work without a network over a reload, and sends it once, in order and with its time', async () => {
  const grower = await application.register('Ida')
  await addPlant(grower, 'Lemon', { lastWatered: daysAgo(9) })
  const { plantId: fern } = await addPlant(grower, 'Fern', { lastWatered: daysAgo(8) })
  const { page, faults } = await openPage(grower)
  await page.getByRole('button', { name: /^Done: water Lemon/ }).waitFor()
  // Their lists are kept for a page without a network.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('greenhouse.known') ?? '')).toContain('"today"')

  await page.context().setOffline(true)
  await page.getByText('No network. What you tap is kept and sent later.').waitFor()
  await page.getByRole('button', { name: /^Done: water Lemon/ }).click()
  await waiting(page).getByText('Watered Lemon').waitFor()
  await page.goto(`/plants/${fern}`)
  await page.getByRole('button', { name: 'Water', exact: true }).click()
  await waiting(page).getByText('Watered Fern').waitFor()

  await page.goto('/')
  await page.getByText('2 wait for the network').waitFor()
  expect(await waiting(page).getByRole('listitem').count()).toBe(2)
  expect(await page.getByRole('button', { name: /^Done: water/ }).count()).toBe(0)
  const times = await waiting(page)
    .getByRole('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))
  expect(await grower.call(careRoutes.list, { query: { kinds: 'water' } })).toHaveLength(2)

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(?:done|care)$/.test(request.url())) sent.push(request.url())
  })
  await page.context().setOffline(false)
  await page.getByText('2 actions sent').waitFor()
  expect(sent.map((url) => url.split('/').at(-1))).toEqual(['done', 'care'])
  await expect.poll(() => page.getByText('for the network').count()).toBe(0)
  const logged = await grower.call(careRoutes.list, { query: { kinds: 'water' } })
  expect(
    logged
      .map(({ at }) => at)
      .slice(0, 2)
      .toReversed(),
  ).toEqual(times)
  expect(logged).toHaveLength(4)
  expect(faults).toEqual([])
})
