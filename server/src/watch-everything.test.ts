import { readingRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../test/world.ts'

test('counts values in the log on /metrics until they are in chunks', async () => {
  const world = await createWorld()
  const { deviceToken } = await world.aDevice(await world.as('ann'))
  const gauges = async () => {
    const { body } = await world.app.http.fastify.inject('/metrics')
    return Object.fromEntries(
      [...body.matchAll(/^(series_\w+) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    )
  }
  expect(await gauges()).toEqual({
    series_log_bytes: 0,
    series_waiting_values: 0,
    series_backlog_devices: 0,
    series_uncovered_devices: 0,
    series_damaged_chunks: 0,
  })
  await world.call(readingRoutes.send, { body: { soilMoisture: 40, airQuality: 400 }, token: deviceToken })
  const waiting = await gauges()
  expect(waiting).toMatchObject({ series_waiting_values: 2, series_backlog_devices: 0 })
  expect(waiting['series_log_bytes']).toBeGreaterThan(0)
  await world.app.context.timeSeries.compact()
  expect(await gauges()).toMatchObject({ series_waiting_values: 0, series_backlog_devices: 0 })
})
