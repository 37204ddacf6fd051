import { deviceRoutes, ruleRoutes, type Rule } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aBed, BY_DEFAULT } from '../../../test/bed.ts'
import { databases } from '../../../test/databases.ts'
import type { Person } from '../../../test/world.ts'

describe.each(databases)('rules on %s', (_name, open) => {
  const bed = async () => aBed(await open())

  test('accepts rules on two limits, on changes and on silence, each with its own fields', async () => {
    const { ann, deviceId, idOf } = await bed()
    const seriesId = idOf('temperature')
    const made = async (body: object) => (await ann.call(ruleRoutes.create, { body })).body
    expect(await made({ seriesId, kind: 'outside', limit: 5, upperLimit: 30 })).toMatchObject({
      limit: 5,
      upperLimit: 30,
      clearAt: 29.5,
    })
    const changing = await made({ seriesId, kind: 'changing', limit: 4, withinMinutes: 20, when: 'night' })
    expect(changing).toMatchObject({ limit: 4, withinMinutes: 20, clearAt: 3.5, upperLimit: null, when: 'night' })
    expect(await made({ seriesId, kind: 'silent', limit: 3600 })).toMatchObject({
      seriesId,
      limit: 3600,
      clearAt: null,
    })
    const errorsOf = async (body: object) => (await made(body)).errors
    expect(await errorsOf({ seriesId, kind: 'outside', limit: 5 })).toEqual({ upperLimit: ['Value must be a number'] })
    expect(await errorsOf({ seriesId, kind: 'outside', limit: 5, upperLimit: 5 })).toEqual({
      upperLimit: ['The upper limit must be above the lower one of 5 °C'],
    })
    expect(await errorsOf({ seriesId, kind: 'outside', limit: 5, upperLimit: 6, clearAt: 5.4 })).toEqual({
      clearAt: ['No value between the limits would end the alert. Enter a value nearer to the upper limit'],
    })
    expect(await errorsOf({ seriesId, kind: 'above', limit: 5, upperLimit: 6 })).toEqual({
      upperLimit: ['A rule of the kind above has no upperLimit'],
    })
    expect(await errorsOf({ seriesId, kind: 'changing', limit: 0, withinMinutes: 5 })).toEqual({
      limit: ['Value must be ≥ 0.01 °C'],
    })
    expect(await errorsOf({ seriesId, kind: 'changing', limit: 2 })).toEqual({
      withinMinutes: ['Please enter within how many minutes.'],
    })
    expect(await errorsOf({ deviceId, seriesId, kind: 'silent' })).toEqual({
      deviceId: ['Name a device or a sensor, not both'],
    })
    expect(await errorsOf({ deviceId, kind: 'silent', limit: 59 })).toEqual({
      limit: ['Seconds must be a whole number from 60 to 2592000'],
    })
  })

  const silentOf = async (person: Person): Promise<Rule[]> =>
    (await person.call(ruleRoutes.list)).body.filter(({ kind }: Rule) => kind === 'silent')

  test('starts each account with one rule on the silence of any device, which can be changed', async () => {
    const { ann, bob, deviceId, aDevice } = await bed()
    const [rule, ...others] = await silentOf(ann)
    expect(others).toEqual([])
    expect(rule).toMatchObject({ seriesId: null, deviceId: null, exceptDeviceIds: [], limit: 900, ...BY_DEFAULT })
    const params = { ruleId: rule?.ruleId }
    const edit = async (body: object, person = ann) => person.call(ruleRoutes.edit, { params, body })
    expect((await edit({ isOn: false }, bob)).status).toBe(404)
    expect((await edit({ severity: 'critical', exceptDeviceIds: [deviceId, deviceId] })).body).toMatchObject({
      severity: 'critical',
      exceptDeviceIds: [deviceId],
      deviceId: null,
    })
    expect((await edit({ isOn: false })).body).toMatchObject({ isOn: false, exceptDeviceIds: [deviceId] })
    const again = { kind: 'silent', deviceId: null, limit: 900, exceptDeviceIds: [], name: 'Quiet' }
    expect((await edit(again)).body).toMatchObject(again)
    const his = await aDevice(bob, 'Attic')
    expect((await edit({ exceptDeviceIds: [his.deviceId] })).status).toBe(404)
    expect(await silentOf(bob)).toMatchObject([{ deviceId: null, exceptDeviceIds: [] }])
    const second = await ann.call(ruleRoutes.create, { body: { deviceId: null, kind: 'silent' } })
    expect(second.status).toBe(409)
    await edit({ exceptDeviceIds: [deviceId] })
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: deviceId } })
    expect(await silentOf(ann)).toMatchObject([{ exceptDeviceIds: [] }])
    expect((await ann.call(ruleRoutes.remove, { params })).status).toBe(204)
    expect((await ann.call(ruleRoutes.create, { body: { deviceId: null, kind: 'silent' } })).status).toBe(200)
    expect(await silentOf(bob)).toHaveLength(1)
  })

  test('names the fields that a rule on the silence of any device cannot have', async () => {
    const { ann, deviceId, idOf } = await bed()
    const [rule] = await silentOf(ann)
    const errorsOf = async (ruleId: string | undefined, body: object) =>
      (await ann.call(ruleRoutes.edit, { params: { ruleId }, body })).body.errors
    const stays = ['A rule on any device stays one, and one on a device does. Add another rule instead']
    expect(await errorsOf(rule?.ruleId, { limit: 60 })).toEqual({
      limit: ['The rule on any device waits for ten intervals of each. Add a rule on one device for another time'],
    })
    expect(await errorsOf(rule?.ruleId, { deviceId })).toEqual({ deviceId: stays })
    expect(await errorsOf(rule?.ruleId, { kind: 'above', seriesId: idOf('temperature'), limit: 5 })).toEqual({
      deviceId: stays,
    })
    const { body: own } = await ann.call(ruleRoutes.create, { body: { deviceId, kind: 'silent' } })
    expect(await errorsOf(own.ruleId, { deviceId: null })).toEqual({ deviceId: stays })
    expect(await errorsOf(own.ruleId, { exceptDeviceIds: [deviceId] })).toEqual({
      exceptDeviceIds: ['Only the rule on the silence of any device has exceptions'],
    })
    const none = await ann.call(ruleRoutes.preview, { body: { rule: { deviceId: null, kind: 'silent' } } })
    expect(none.body.errors).toEqual({ deviceId: ['Please select a device.'] })
  })

  test('waits for ten intervals of a device, at least 15 minutes, unless the rule is changed', async () => {
    const { ann, bob, deviceId } = await bed()
    const silent = async () => (await silentOf(ann)).filter((rule) => rule.deviceId === deviceId)
    await ann.call(ruleRoutes.create, { body: { deviceId, kind: 'silent' } })
    const [rule] = await silent()
    expect(rule).toMatchObject({ seriesId: null, deviceId, ...BY_DEFAULT })
    const interval = async (seconds: string) => {
      await ann.call(deviceRoutes.changePreferences, { body: { deviceId, interval: seconds } })
      return (await silent())[0]?.limit
    }
    expect([await interval('60'), await interval('600')]).toEqual([900, 6000])
    const again = await ann.call(ruleRoutes.create, { body: { deviceId, kind: 'silent', limit: 120 } })
    expect(again.status).toBe(409)
    const params = { ruleId: rule?.ruleId }
    expect((await bob.call(ruleRoutes.edit, { params, body: { limit: 120 } })).status).toBe(404)
    const off = async () => (await ann.call(ruleRoutes.edit, { params, body: { isOn: false } })).body
    expect(await off()).toMatchObject({ isOn: false, limit: 6000 })
    expect(await interval('60')).toBe(900)
    expect((await ann.call(ruleRoutes.edit, { params, body: { limit: 120 } })).body).toMatchObject({ limit: 120 })
    // One that was chosen stays, also with the interval and when the rule is turned off.
    expect([await interval('600'), await off()]).toMatchObject([120, { limit: 120 }])
    expect((await ann.call(ruleRoutes.remove, { params })).status).toBe(204)
    expect(await silent()).toEqual([])
  })

  test('previews an unsaved rule, only on series of its user', async () => {
    const { ann, bob, deviceId, send, idOf } = await bed()
    for (const temperature of [29, 31, 27, 30]) await send({ temperature })
    const rule = { seriesId: idOf('temperature'), kind: 'above', limit: 28 }
    const { body } = await ann.call(ruleRoutes.preview, { body: { rule } })
    expect(body).toMatchObject({ count: 2, episodes: [{ worst: 31 }, { worst: 30, closedAt: null }] })
    expect(body.alternatives.length).toBeGreaterThan(0)
    expect((await bob.call(ruleRoutes.preview, { body: { rule } })).status).toBe(404)
    const silent = { deviceId, kind: 'silent', limit: 60 }
    expect((await ann.call(ruleRoutes.preview, { body: { rule: silent, days: 1 } })).body).toMatchObject({ count: 0 })
    expect((await bob.call(ruleRoutes.preview, { body: { rule: silent } })).status).toBe(404)
    const wrong = await ann.call(ruleRoutes.preview, { body: { rule: { ...rule, limit: 500 } } })
    expect(wrong.body.errors).toEqual({ limit: ['Value must be ≤ 130 °C'] })
  })

  test('runs only the newest preview of a person, and earlier ones read nothing', async () => {
    const { ann, app, send, idOf } = await bed()
    await send({ temperature: 29 })
    const { timeSeries } = app.context
    const points = vi.spyOn(timeSeries, 'points')
    onTestFinished(() => points.mockRestore())
    const rule = { seriesId: idOf('temperature'), kind: 'above', limit: 28 }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ann.call(ruleRoutes.preview, { body: { rule } })),
    )
    const statuses = replies.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([429, 200]))
    // PostgreSQL may admit them in any order and not all at once, so that a few were the newest for a moment.
    expect(points.mock.calls.length).toBeLessThan(statuses.length / 2)
  })
})
