import { alertRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { addCondition, alertingWorld, alertsOf, measureTogether } from '../../../../test/alerting.ts'
import { databases } from '../../../../test/databases.ts'
import { episodesOf } from '../../../../test/episodes.ts'

const MINUTE = 60_000

describe.each(databases)('alerts on %s', (_name, open) => {
  const greenhouse = () => alertingWorld(open)

  test('counts closed alerts beyond two hundred in a minute in one entry', async () => {
    const world = await greenhouse()
    const { ann, device, clock, aDevice } = world
    const second = await aDevice(ann, 'Cucumber house')
    for (const { deviceId } of [device, second]) {
      for (let limit = 1; limit <= 50; limit++) await addCondition(ann, deviceId, `>=${limit}`)
    }
    const swing = async ({ deviceToken }: { deviceToken: string }) => {
      for (const temperature of [60, 0]) {
        await measureTogether(world, deviceToken, [temperature])
        clock.now += 1000
      }
    }
    const many = async () =>
      (await alertsOf(ann)).filter((alert: { alertName: string }) => alert.alertName === 'Many alerts')
    for (let times = 0; times < 2; times++) for (const one of [device, second]) await swing(one)
    expect([(await alertsOf(ann)).length, await many()]).toEqual([200, []])

    await swing(device)
    expect(await many()).toMatchObject([
      { alertDesc: expect.stringMatching(/^50 more alerts/), alertDeviceConditionId: null },
    ])
    await swing(second)
    expect(await many()).toMatchObject([{ alertDesc: expect.stringMatching(/^100 more alerts/) }])
    expect(await alertsOf(ann)).toHaveLength(201)
    expect(await episodesOf(ann, { state: 'open' })).toEqual([])

    clock.now += MINUTE
    await swing(device)
    expect(await alertsOf(ann)).toHaveLength(251)
  })

  test('counts no alert that was rolled back', async () => {
    const world = await greenhouse()
    const { ann, device, app, clock } = world
    for (let limit = 1; limit <= 50; limit++) await addCondition(ann, device.deviceId, `>=${limit}`)
    await measureTogether(world, device.deviceToken, [0])
    const { db } = app.context
    for (let times = 0; times < 5; times++) {
      await db.schema.alterTable('alert').renameTo('alert_away').execute()
      clock.now += 1000
      await measureTogether(world, device.deviceToken, [60])
      await db.schema.alterTable('alert_away').renameTo('alert').execute()
    }
    clock.now += 1000
    await measureTogether(world, device.deviceToken, [60])
    await expect.poll(() => alertsOf(ann)).toHaveLength(50)
  })

  test('accepts at most two hundred alerts made by hand in a minute', async () => {
    const { ann, device, clock } = await greenhouse()
    const { body } = await addCondition(ann, device.deviceId, '>=28')
    const alert = { alertName: 'Door', alertDesc: 'It stands open', isPlantCondition: false }
    const make = () =>
      ann.call(alertRoutes.create, { body: { ...alert, alertConditionId: body.conditionAlertUserDeviceId } })
    for (let count = 0; count < 200; count++) expect((await make()).status).toBe(200)
    const refused = await make()
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 60])
    clock.now += MINUTE
    expect((await make()).status).toBe(200)
    expect(await alertsOf(ann)).toHaveLength(201)
  })
})
