import { boardRoutes, brokerRoutes, exportRoutes, userRoutes, type BrokerInput } from '@greenhouse/contract'
import { expect, test, vi } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import { makeCertificate } from '../../../test/certificate.ts'
import { startScriptedBroker } from '../../../test/message-broker.ts'
import { createWorld, type Person } from '../../../test/world.ts'

const input: Partial<BrokerInput> = {
  url: 'mqtts://broker.invalid:8883',
  username: 'greenhouse',
  password: 'a secret of Ann',
  topics: ['zigbee2mqtt/#'],
}
const add = (person: Person, changes: Partial<BrokerInput> = {}) =>
  person.call(brokerRoutes.create, { body: { ...input, ...changes } })
const edit = (person: Person, brokerId: string, body: Partial<BrokerInput>) =>
  person.call(brokerRoutes.edit, { params: { brokerId }, body })

test('encrypts a password, and neither returns nor exports it', async () => {
  const { app, as } = await createWorld()
  const ann = await as('ann')
  const { body: broker } = await add(ann)
  expect(broker).toMatchObject({ url: input.url, username: 'greenhouse', hasPassword: true, topics: input.topics })
  const listed = await ann.call(brokerRoutes.list)
  const exported = await ann.call(exportRoutes.account)
  const row = await app.context.db.selectFrom('broker').selectAll().executeTakeFirstOrThrow()
  expect(exported.body.brokers).toMatchObject([{ brokerId: broker.brokerId, hasPassword: true }])
  expect(JSON.stringify([broker, listed.body, exported.body, row])).not.toContain(input.password)
  expect(JSON.stringify([broker, listed.body, exported.body])).not.toContain(row.sealed_password)
})

test('keeps an omitted password, but not for another address or certificate', async () => {
  const { as } = await createWorld()
  const ann = await as('ann')
  const { brokerId } = (await add(ann)).body
  expect((await edit(ann, brokerId, { topics: ['tele/#'] })).body).toMatchObject({
    hasPassword: true,
    topics: ['tele/#'],
  })
  const moved = (await edit(ann, brokerId, { url: 'mqtts://elsewhere.invalid' })).body
  expect(moved).toMatchObject({ hasPassword: false, url: 'mqtts://elsewhere.invalid' })
  expect(moved.lastError).toMatch(/^The password was removed, because .+ Enter it again\.$/)
  expect((await edit(ann, brokerId, { password: 'again' })).body.hasPassword).toBe(true)
  const { cert } = makeCertificate()
  expect((await edit(ann, brokerId, { ca: cert })).body.hasPassword).toBe(false)
  expect((await edit(ann, brokerId, { url: 'mqtts://third.invalid', password: 'given' })).body.hasPassword).toBe(true)
})

test.each<[string, Partial<BrokerInput>, RegExp]>([
  ['url', { url: 'mqtt://192.168.1.10' }, /ALLOW_PRIVATE_TARGETS=true/],
  ['url', { url: 'mqtt://127.0.0.1:1883' }, /this server itself/],
  ['url', { url: 'mqtt://0x7f.1:1883' }, /this server itself/],
  ['url', { url: 'mqtt://[::ffff:127.0.0.1]:1883' }, /this server itself/],
  ['url', { url: 'mqtt://169.254.169.254' }, /no machine of a network/],
  ['url', { url: 'mqtt://broker.invalid:70000' }, /such as/],
  ['url', { url: 'mqtt://broker.invalid/path' }, /such as/],
  ['url', { url: 'http://broker.invalid' }, /such as/],
  ['username', { username: '' }, /needs a user name/],
  ['topics', { topics: ['a#'] }, /is no topic/],
  ['topics', { topics: ['#/a'] }, /is no topic/],
  ['topics', { topics: ['a/b+'] }, /is no topic/],
  ['topics', { topics: ['$share/group/a'] }, /shared subscriptions/],
  ['ca', { ca: 'no certificate' }, /PEM/],
  ['ca', { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, /PEM/],
  ['ca', { url: 'mqtt://broker.invalid', ca: 'x' }, /mqtts/],
])('refuses a wrong %s: %o', async (field, changes, words) => {
  const { as } = await createWorld()
  const answer = await add(await as('ann'), changes)
  expect(answer.status).toBe(400)
  expect(answer.body.errors[field][0]).toMatch(words)
})

test('limits a user to five brokers', async () => {
  const { as } = await createWorld()
  const ann = await as('ann')
  for (let each = 0; each < 5; each++) expect((await add(ann)).status).toBe(200)
  expect(await add(ann)).toMatchObject({ status: 409, body: { title: 'You can connect at most 5 brokers.' } })
  expect((await add(await as('bob'))).status).toBe(200)
})

test('limits a user to twenty connection attempts a minute, so that nobody scans ports', async () => {
  const { as, clock } = await createWorld()
  const ann = await as('ann')
  const { brokerId } = (await add(ann)).body
  const edit = async (person: Person, port: number) => {
    const body = { url: `mqtt://broker.invalid:${port}` }
    return (await person.call(brokerRoutes.edit, { params: { brokerId }, body })).status
  }
  const statuses = []
  for (let port = 1; port <= 21; port++) statuses.push(await edit(ann, port))
  expect(statuses).toEqual([...Array(19).fill(200), 429, 429])
  expect((await ann.call(brokerRoutes.list)).body).toMatchObject([{ url: 'mqtt://broker.invalid:19' }])
  expect((await add(await as('bob'))).status).toBe(200)
  clock.now += 60_000
  expect(await edit(ann, 22)).toBe(200)
})

test('lists the boards of a broker until the account is deleted and the connection ends', async () => {
  const broker = await startScriptedBroker(5)
  const { app, as } = await createWorld({}, undefined, undefined, { allowedTargets: ['127.0.0.1'] })
  // The gateways of a cluster share brokers once they run.
  await app.listen()
  const ann = await as('ann')
  await add(ann, { url: `mqtt://127.0.0.1:${broker.port}`, topics: ['tele/#'] })
  const state = async () => (await ann.call(brokerRoutes.list)).body[0].state
  await vi.waitFor(async () => expect(await state()).toBe('connected'), PATIENT)
  const payload = JSON.stringify({
    Time: '2026-11-20T09:41:00',
    BME280: { Temperature: 21.7, Humidity: 66.6 },
    TempUnit: 'C',
  })
  const message = { cmd: 'publish', topic: 'tele/herbs/SENSOR', payload, qos: 1, dup: false, retain: false } as const
  broker.send({ ...message, messageId: 1 })
  const acknowledged = () => broker.received.filter(({ cmd }) => cmd === 'puback').length
  await vi.waitFor(() => expect(acknowledged()).toBe(1), PATIENT)
  const [board] = (await ann.call(boardRoutes.list)).body
  expect(board).toMatchObject({ family: 'tasmota', source: { kind: 'broker', name: `127.0.0.1:${broker.port}` } })
  await ann.call(userRoutes.remove, { body: { password: PASSWORD } })
  await vi.waitFor(() => expect(broker.received.at(-1)?.cmd).toBe('disconnect'), PATIENT)
})
