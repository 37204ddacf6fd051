import { readingRoutes, topic } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { addCondition, alertingWorld, alertsOf, measure } from '../../../test/alerting.ts'
import { openTestSqlite } from '../../../test/databases.ts'
import { PATIENT } from '../../../../testing/test-run.ts'

test('sends the live frame of a reading while the transaction of its rules is held', async () => {
  const world = await alertingWorld(openTestSqlite)
  const { ann, app, device } = world
  const { hub, timeSeries } = app.context
  const frames: string[] = []
  await hub.subscribe(topic.readingsOf(device.deviceId), { send: (frame) => void frames.push(frame) })
  await addCondition(ann, device.deviceId, '>=28')
  await measure(world, device.deviceToken, 20)
  expect(frames).toHaveLength(1)

  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { fence } = timeSeries
  const heldFence: typeof fence = async (tx, partition) => {
    begun.resolve()
    await held.promise
    return fence(tx, partition)
  }
  Object.assign(timeSeries, { fence: heldFence })
  world.clock.now += 60_000
  const { method, path } = readingRoutes.send
  await world.request(method, path, { temperature: 30 }, device.deviceToken)
  await begun.promise
  try {
    await expect.poll(() => frames.length, PATIENT).toBe(2)
  } finally {
    held.resolve()
  }
  await app.ingest.settled()
  await app.rules.settled()
  expect(await alertsOf(ann)).toHaveLength(1)
})
