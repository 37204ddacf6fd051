import { deviceRoutes, episodeRoutes, readingRoutes, type Client, type Episode, type Route } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld, portOf } from '../../server/test/world.ts'
import { openDemoAlerts } from './demo-alerts.ts'
import { demoSites } from './demo-sites.ts'
import { demoTimes, sendHistory } from './history.ts'
import { measure } from './sensors.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-20T09:41:00Z')

test('a board of the demonstration has sent at its interval for the last day, and for a year before', () => {
  const times = demoTimes(NOW, 10)
  expect(times.filter((at) => at >= NOW - DAY)).toHaveLength(8640)
  expect(times[0]).toBe(NOW - 365 * DAY)
  expect(times.length).toBeLessThan(45_000)
})

test('a past sent above the rate limit waits as long as the server says, and is stored completely', async () => {
  const world = await createWorld({ deviceReadingsPerSecond: 1000 })
  await world.app.listen()
  const { deviceToken: token } = await world.aDevice(await world.as('ann'))
  const times = Array.from({ length: 7000 }, (_, index) => NOW - (index + 1) * 60_000)
  const measured = { temperature: 20 }
  const origin = `http://127.0.0.1:${portOf(world)}`
  expect(await sendHistory({ origin, token, measure: () => measured, times })).toBe(7000)
})

test('the demonstration has two open alerts, one of them acknowledged', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  for (const { name, site, sensors } of demoSites(world.clock.now)) {
    const body = { deviceName: name, deviceDescription: '', waitTime: '10' }
    const { body: device } = await ann.call(deviceRoutes.create, { body })
    const reading = { ...measure(site, sensors, world.clock.now), timestamp: new Date(world.clock.now).toISOString() }
    await world.call(readingRoutes.send, { body: [reading], token: device.deviceToken })
  }
  const call = async (route: Route, parts?: object) => (await ann.call(route, parts)).body
  await openDemoAlerts({ call } as Client)
  const { body: open } = await ann.call(episodeRoutes.list, { query: { state: 'open' } })
  const facts = (open as Episode[]).map(({ metric, acknowledgedAt }) => [metric, acknowledgedAt !== null])
  expect(Object.fromEntries(facts)).toEqual({ humidity: true, temperature: false })
})
