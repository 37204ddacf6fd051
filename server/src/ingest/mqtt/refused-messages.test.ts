import { readingRoutes } from '@greenhouse/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findDeviceKeys } from '../../features/devices/known-device-store.ts'
import { listRefusals } from '../../features/devices/refusal-store.ts'
import { ON_CLUSTER } from '../../../test/on-cluster.ts'
import { createWorld } from '../../../test/world.ts'
import { newRandomToken } from '../../platform/secrets/random-token.ts'
import { RefusedMessages, sampleOf, withoutSecrets } from './refused-messages.ts'

const payload = Buffer.from('online')

async function refusingWorld() {
  const world = await createWorld()
  const { deviceId, deviceToken } = await world.aDevice(await world.as('ann'))
  const { db, now } = world.app.context
  const deviceKey = (await findDeviceKeys(db, [deviceId])).get(deviceId) ?? 0
  const refused = new RefusedMessages(world.app.context)
  const list = async () => {
    await refused.write()
    return listRefusals(db, deviceKey, now())
  }
  return { ...world, db, deviceKey, deviceToken, refused, list }
}

// Only SQLite returns the number of written rows.
test.skipIf(ON_CLUSTER)('stores ten thousand messages on one topic as one row, with one write', async () => {
  const { db, deviceKey, refused, list } = await refusingWorld()
  const changes = async () => (await sql<{ count: number }>`select total_changes() as count`.execute(db)).rows[0]?.count
  const before = await changes()
  for (let sent = 0; sent < 10_000; sent++) refused.add(deviceKey, { topic: 'a/status', reason: 'Unknown.', payload })
  expect(await list()).toMatchObject([{ topic: 'a/status', reason: 'Unknown.', count: 10_000, sample: 'online' }])
  expect(Number(await changes()) - Number(before)).toBe(1)
})

test('counts add up from one write to the next, and the newest message is the sample', async () => {
  const { clock, deviceKey, refused, list } = await refusingWorld()
  refused.add(deviceKey, { topic: 'a', reason: 'Unknown.', payload })
  await list()
  clock.now += 60_000
  refused.add(deviceKey, { topic: 'a', reason: 'Unknown.', payload: Buffer.from('offline') })
  expect(await list()).toEqual([
    { topic: 'a', reason: 'Unknown.', count: 2, lastAt: new Date(clock.now).toISOString(), sample: 'offline' },
  ])
})

test('keeps twenty topics of a device, and drops the oldest', async () => {
  const { clock, deviceKey, refused, list } = await refusingWorld()
  for (let topic = 0; topic < 25; topic++) {
    clock.now += 1000
    refused.add(deviceKey, { topic: `${topic}`, reason: 'Unknown.', payload })
    if (topic === 12) await refused.write()
  }
  const kept = (await list()).map(({ topic }) => topic)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([20, '24', '5'])
})

test('counts endless topics in bounded memory between two writes', async () => {
  const { deviceKey, refused, list } = await refusingWorld()
  for (let topic = 0; topic < 10_000; topic++)
    refused.add(deviceKey, { topic: `${topic}`, reason: 'Unknown.', payload })
  expect(await list()).toHaveLength(20)
})

test('shows no refusals from a week ago', async () => {
  const { clock, deviceKey, refused, list } = await refusingWorld()
  refused.add(deviceKey, { topic: 'a', reason: 'Unknown.', payload })
  await list()
  clock.now += 7 * 86_400_000
  expect(await list()).toEqual([])
})

test('a device that was removed meanwhile does not keep the others from being written', async () => {
  const { deviceKey, refused, list } = await refusingWorld()
  refused.add(deviceKey + 1000, { topic: 'a', reason: 'Unknown.', payload })
  refused.add(deviceKey, { topic: 'a', reason: 'Unknown.', payload })
  expect(await list()).toHaveLength(1)
})

test('counts readings refused over HTTP by route and reason', async () => {
  const { app, call, deviceKey, deviceToken } = await refusingWorld()
  const body = [{ temperature: 9000 }, { temperature: 9000 }, { temperature: 20 }]
  await call(readingRoutes.send, { body, token: deviceToken })
  await app.refused.write()
  expect(await listRefusals(app.context.db, deviceKey, app.context.now())).toMatchObject([
    { topic: 'POST /api/readings', count: 2, sample: '{"temperature":9000}' },
  ])
})

test('a sample is the beginning of a payload, in one line', () => {
  expect(sampleOf(Buffer.from('{\n  "a": 1\u0000\u202e}'))).toBe('{·  "a": 1··}')
  expect(sampleOf(Buffer.from('x '.repeat(500)))).toHaveLength(200)
  expect(sampleOf(Buffer.from([0xff, 0xfe, 0x41]))).toBe('··A')
})

test.each([
  ['alone', (token: string) => token],
  ['in JSON', (token: string) => JSON.stringify({ token })],
  ['at the edge of the sample', (token: string) => `${'. '.repeat(95)}${token}`],
  ['after many others, at the edge of what is read', (token: string) => `${token} `.repeat(30)],
  ['across the edge of what is read', (token: string) => `${`${'x'.repeat(50)} `.repeat(19)}${' '.repeat(35)}${token}`],
])('shows no part of a token %s', (_where, textOf) => {
  const { token } = newRandomToken()
  const sample = sampleOf(Buffer.from(textOf(token)))
  for (let from = 0; from + 5 <= token.length; from++) expect(sample).not.toContain(token.slice(from, from + 5))
})

test('shows a topic without the token in it', () => {
  const { token } = newRandomToken()
  expect(withoutSecrets(`v1/${token}/telemetry`)).toBe('v1/…/telemetry')
  expect(withoutSecrets('Device/7d0c2b3e-1111-4222-8333-444455556666/status')).toBe(
    'Device/7d0c2b3e-1111-4222-8333-444455556666/status',
  )
})

test('the key of a weather station is not shown', () => {
  expect(sampleOf(Buffer.from('PASSKEY=0123456789ABCDEF0123456789ABCDEF&tempf=70'))).toBe('PASSKEY=…&tempf=70')
})
