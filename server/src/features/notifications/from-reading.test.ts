import { Writable } from 'node:stream'
import { channelRoutes, readingRoutes, ruleRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { jsonOf, startReceiver } from '../../../test/receiver.ts'
import { createWorld } from '../../../test/world.ts'
import { openLog } from '../../platform/log.ts'

test.each(databases)('a reading beyond a limit is told to a phone, and its end too, on %s', async (_name, open) => {
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
