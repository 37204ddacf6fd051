import { conditionRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { RuleCache } from './rule-cache.ts'

test('the rules of a device are returned also when there are more devices than the cache holds', async () => {
  const { app, as, aDevice } = await createWorld()
  const ann = await as('ann')
  const devices: Array<{ deviceKey: number; rulesVersion: number }> = []
  for (const name of ['First', 'Second', 'Third']) {
    const { deviceId } = await aDevice(ann, name)
    await ann.call(conditionRoutes.createForDevice, {
      body: {
        userDeviceId: deviceId,
        sensorType: 'Temperature',
        condition: '>=25',
      },
    })
    const row = await app.context.db
      .selectFrom('device')
      .select(['key', 'rules_version'])
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow()
    devices.push({ deviceKey: row.key, rulesVersion: row.rules_version })
  }
  const [first, ...others] = devices
  const cache = new RuleCache(2)
  const counts = (of: typeof devices) =>
    app.context.db
      .transaction()
      .execute(async (tx) => [...(await cache.rulesOf(tx, of)).values()].map((rules) => rules.length))
  expect(await counts(first ? [first] : [])).toEqual([1])
  expect(await counts([...(first ? [first] : []), ...others])).toEqual([1, 1, 1])
})
