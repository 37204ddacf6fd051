import { Writable } from 'node:stream'
import { channelRoutes, readingRoutes, ruleRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { addCondition, alertsOf, measureTogether } from '../../../../test/alerting.ts'
import { databases } from '../../../../test/databases.ts'
import { episodesOf } from '../../../../test/episodes.ts'
import { jsonOf, startReceiver } from '../../../../test/receiver.ts'
import { createWorld } from '../../../../test/world.ts'
import { openLog } from '../../../platform/log.ts'

test.each(databases)('notifies a phone of a reading beyond a limit and of its end on %s', async (_name, open) => {
  const lines: string[] = []
  const log = openLog('trace', new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }))
  const service = await startReceiver(() => ({ status: 200, body: '{}' }))
  const world = await createWorld({}, await open(), log, { allowedTargets: ['127.0.0.1'] })
  const mia = await world.as('Mia')
  const { deviceId, deviceToken } = await world.aDevice(mia)
  const send = async (temperature: number) => {
    world.clock.now += 60_000
    const time = new Date(world.clock.now).toISOString()
    await world.call(readingRoutes.send, { body: [{ temperature, time }], token: deviceToken })
    await world.app.deliverer.settled()
  }
  await send(20)
  const target = { kind: 'ntfy', server: service.origin, topic: 'tomatoes', token: 'tk_hidden' }
  await mia.call(channelRoutes.create, { body: { name: 'Phone', target } })
  const series = await world.app.context.db.selectFrom('series').select('id').executeTakeFirstOrThrow()
  const rule = { seriesId: series.id, kind: 'above', limit: 28, severity: 'warning' }
  expect((await mia.call(ruleRoutes.create, { body: rule })).status).toBe(200)
  expect(deviceId).toBeDefined()
  await send(31)
  await send(20)
  expect(service.requests.map((each) => jsonOf(each)['title'])).toEqual(['Tomato house', 'Over: Tomato house'])
  expect(jsonOf(service.requests[0])['message']).toContain('at or above your limit of 28')
  expect(service.requests[0]?.headers.authorization).toContain('tk_hidden')
  expect(lines.join('')).toContain('notification.sent')
  expect(lines.join('')).not.toContain('tk_hidden')
})

describe.each(databases)('messages about many alerts on %s', (_name, open) => {
  /** Creates Mia's devices and records the messages to her phone. */
  async function greenhouse(names: readonly string[], conditions: readonly string[]) {
    const service = await startReceiver(() => ({ status: 200, body: '{}' }))
    const world = await createWorld({}, await open(), undefined, { allowedTargets: ['127.0.0.1'] })
    const mia = await world.as('Mia')
    const target = { kind: 'ntfy', server: service.origin, topic: 'tomatoes', token: '' }
    await mia.call(channelRoutes.create, { body: { name: 'Phone', target } })
    const devices = []
    for (const name of names) {
      const device = await world.aDevice(mia, name)
      devices.push(device)
      for (const condition of conditions) await addCondition(mia, device.deviceId, condition)
    }
    /** Sends what is due, and what waits for the next minute. */
    const told = async () => {
      await world.app.deliverer.settled()
      world.clock.now += 60_000
      await world.app.deliverer.settled()
      return service.requests.map((each) => jsonOf(each) as { title: string; message: string })
    }
    return { ...world, mia, devices, told }
  }

  test('opens and notifies a current frost behind hundreds of late alerts', async () => {
    const limits = Array.from({ length: 60 }, (_, index) => `>=${index + 1}`)
    const world = await greenhouse(['Cold frame'], [...limits, '<=-2'])
    const [device] = world.devices
    const swings = Array.from({ length: 10 }, (_, index) => 70 * (index % 2))
    await measureTogether(world, device?.deviceToken ?? '', [...swings, -5])
    await expect.poll(() => alertsOf(world.mia)).toHaveLength(202)
    const told = await world.told()
    expect(await episodesOf(world.mia, { state: 'open' })).toMatchObject([{ kind: 'below', openedValue: -5 }])
    expect(told.map(({ message }) => message).join('')).toContain('is −5,0')
  })

  test('opens 240 alerts and sends one list for sixty devices beyond four limits each', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Bench ${index}`)
    const world = await greenhouse(names, ['>=25', '>=26', '>=27', '>=28'])
    for (const { deviceToken } of world.devices) await measureTogether(world, deviceToken, [31])
    await expect.poll(() => alertsOf(world.mia)).toHaveLength(240)
    const told = await world.told()
    const open = await episodesOf(world.mia, { state: 'open', limit: 200 })
    const rest = await episodesOf(world.mia, { state: 'open', limit: 200, before: open.at(-1)?.episodeId })
    expect([open.length, rest.length]).toEqual([200, 40])
    const lists = told.filter(({ title }) => title.endsWith(' messages'))
    const inLists = lists.map(({ title }) => Number.parseInt(title, 10))
    expect(inLists.reduce((sum, count) => sum + count, told.length - lists.length)).toBe(240)
    expect(told.length).toBeLessThanOrEqual(6)
    expect(lists.at(-1)?.message).toMatch(/\n… and \d+ more\.$/)
  })
})
