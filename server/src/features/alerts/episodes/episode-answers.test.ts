import { conditionRoutes, DAY_MS, episodeRoutes, WITHDRAW_DAYS } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { addCondition, alertingWorld, measure } from '../../../../test/alerting.ts'
import { databases } from '../../../../test/databases.ts'
import { episodesOf } from '../../../../test/episodes.ts'

describe.each(databases)('acknowledgements on %s', (_name, open) => {
  async function withOpen(...limits: readonly number[]) {
    const world = await alertingWorld(open)
    for (const limit of limits) await addCondition(world.ann, world.device.deviceId, `>=${limit}`)
    await measure(world, world.device.deviceToken, 40)
    const [first] = await episodesOf(world.ann, { state: 'open' })
    return { ...world, params: { episodeId: first?.episodeId ?? '' } }
  }

  test('an acknowledgement keeps the words of its person, and none for an empty note', async () => {
    const { ann, params } = await withOpen(28, 29)
    const reply = await ann.call(episodeRoutes.acknowledge, { params, body: { note: ' new batteries tonight ' } })
    expect(reply.body).toMatchObject({ acknowledgedBy: 'ann', acknowledgedNote: 'new batteries tonight' })
    const other = (await episodesOf(ann)).find(({ episodeId }) => episodeId !== params.episodeId)
    const plain = await ann.call(episodeRoutes.acknowledge, {
      params: { episodeId: other?.episodeId ?? '' },
      body: { note: '  ' },
    })
    expect(plain.body).toMatchObject({ acknowledgedBy: 'ann', acknowledgedNote: null })
  })

  test('the person who acknowledged adds a note later, and nobody else', async () => {
    const { ann, params, ...world } = await withOpen(28)
    await ann.call(episodeRoutes.acknowledge, { params })
    const noted = async (note: string) =>
      (await ann.call(episodeRoutes.acknowledge, { params, body: { note } })).body.acknowledgedNote
    expect(await noted('tonight')).toBe('tonight')
    const bob = await world.as('bob')
    await world.app.context.db.updateTable('episode').set({ acknowledged_by_id: bob.userId }).execute()
    expect(await noted('tomorrow')).toBe('tonight')
  })

  test('refuses a note of more than 200 characters or several lines', async () => {
    const { ann, params } = await withOpen(28)
    for (const note of ['x'.repeat(201), 'one\ntwo'])
      expect((await ann.call(episodeRoutes.acknowledge, { params, body: { note } })).status).toBe(400)
    expect((await episodesOf(ann))[0]?.acknowledgedAt).toBeNull()
  })

  test('the person who acknowledged takes it back within 30 days, and nobody else', async () => {
    const { ann, clock, params, ...world } = await withOpen(28)
    const bob = await world.as('bob')
    const acknowledge = () => ann.call(episodeRoutes.acknowledge, { params, body: { note: 'later' } })
    const withdrawn = async () => (await ann.call(episodeRoutes.withdraw, { params })).body.acknowledgedAt === null
    await acknowledge()
    expect((await bob.call(episodeRoutes.withdraw, { params })).status).toBe(404)
    expect(await withdrawn()).toBe(true)
    expect(await episodesOf(ann)).toMatchObject([{ acknowledgedBy: null, acknowledgedNote: null }])
    await acknowledge()
    clock.now += WITHDRAW_DAYS * DAY_MS + 1
    expect(await withdrawn()).toBe(false)
    await acknowledge()
    const { db } = world.app.context
    await db.updateTable('episode').set({ acknowledged_at: clock.now, acknowledged_by_id: bob.userId }).execute()
    expect(await withdrawn()).toBe(false)
  })

  test('acknowledges many open episodes with one note, or none when one is not of the household', async () => {
    const { ann, device, ...world } = await withOpen(28, 29, 30)
    const bob = await world.as('bob')
    const [own] = await episodesOf(ann)
    const ids = (await episodesOf(ann)).map(({ episodeId }) => episodeId)
    const acknowledge = (person: typeof ann, episodeIds: readonly string[]) =>
      person.call(episodeRoutes.acknowledgeMany, { body: { episodeIds: [...episodeIds], note: 'The power is off' } })
    expect((await acknowledge(bob, ids)).status).toBe(404)
    expect((await acknowledge(ann, [...ids, device.deviceId])).status).toBe(404)
    expect((await acknowledge(ann, [])).status).toBe(400)
    expect(
      (
        await acknowledge(
          ann,
          Array.from({ length: 1001 }, () => own?.episodeId ?? ''),
        )
      ).status,
    ).toBe(400)
    expect((await episodesOf(ann)).map(({ acknowledgedAt }) => acknowledgedAt)).toEqual([null, null, null])
    const [first = '', second = ''] = ids
    expect((await acknowledge(ann, [first, second, first])).status).toBe(204)
    const notes = new Map((await episodesOf(ann)).map((one) => [one.episodeId, one.acknowledgedNote]))
    expect(ids.map((id) => notes.get(id))).toEqual(['The power is off', 'The power is off', null])
  })

  test('takes back the own acknowledgements among many, or none when one is not of the household', async () => {
    const { ann, device, ...world } = await withOpen(28, 29, 30)
    const bob = await world.as('bob')
    const ids = (await episodesOf(ann)).map(({ episodeId }) => episodeId)
    const [own = '', ofBob = ''] = ids
    await ann.call(episodeRoutes.acknowledgeMany, { body: { episodeIds: ids, note: 'The power is off' } })
    const { db } = world.app.context
    await db.updateTable('episode').set({ acknowledged_by_id: bob.userId }).where('id', '=', ofBob).execute()
    const withdraw = (person: typeof ann, episodeIds: readonly string[]) =>
      person.call(episodeRoutes.withdrawMany, { body: { episodeIds: [...episodeIds] } })
    const answered = async () =>
      new Map((await episodesOf(ann)).map((one) => [one.episodeId, one.acknowledgedAt !== null]))
    expect((await withdraw(bob, ids)).status).toBe(404)
    expect((await withdraw(ann, [own, device.deviceId])).status).toBe(404)
    expect((await withdraw(ann, [])).status).toBe(400)
    expect([...(await answered()).values()]).toEqual([true, true, true])
    expect((await withdraw(ann, [own, ofBob, own])).status).toBe(204)
    const after = await answered()
    expect(ids.map((id) => after.get(id))).toEqual([false, true, true])
  })

  test('a closed episode is not acknowledged', async () => {
    const { ann, device, params } = await withOpen(28)
    const [rule] = (await ann.call(conditionRoutes.ofDevice, { query: { userDeviceId: device.deviceId } })).body
    await ann.call(conditionRoutes.removeFromDevice, { query: { conditionId: rule.conditionAlertUserDeviceId } })
    const reply = await ann.call(episodeRoutes.acknowledge, { params, body: { note: 'late' } })
    expect(reply.body).toMatchObject({ acknowledgedAt: null, acknowledgedNote: null, closedWhy: 'rule-removed' })
  })
})
