import { mkdirSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { serverRoutes } from '@greenhouse/contract'
import { connectAsync, type MqttClient } from 'mqtt'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import { ON_CLUSTER } from '../../../../testing/on-cluster.ts'
import { emptyFolder } from '../../../test/data-folder.ts'
import { createWorld, portOf, type Person, type World } from '../../../test/world.ts'
import type { Config } from '../../platform/config/config.ts'
import { openLog } from '../../platform/log.ts'
import { updateRole } from '../users/user-store.ts'

const HERE = '127.0.0.1'
/** An address at which only a server that listens on all addresses answers. */
const NETWORK = '127.0.0.2'

const codeOf = ({ type }: { type: string }) => type.replace('urn:greenhouse:problem:', '')
const setTo = (open: boolean, password = PASSWORD) => ({ body: { open, password } })

async function listeningWorld(changes: Partial<Config> = {}) {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(line) })
  const world = await createWorld({ isHostSwitchable: true, ...changes }, undefined, log)
  await world.app.listen()
  const admin = await asAdmin(world)
  const events = () =>
    lines.map((line) => (JSON.parse(line) as { event: string }).event).filter((event) => event.startsWith('network.'))
  return { ...world, admin, events }
}

async function asAdmin({ app, as }: World): Promise<Person> {
  const admin = await as('admin')
  await updateRole(app.context.db, 'admin@example.org', 'admin')
  return admin
}

/** On a connection of its own, as older ones stay open for a while. */
function answersHttp(world: World, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host, port: portOf(world), path: '/livez', agent: false })
    request.on('response', (response) => resolve(response.resume().statusCode === 200))
    request.on('error', () => resolve(false))
  })
}

async function connectBoard({ app }: World, host: string, token: string): Promise<MqttClient> {
  const address = `mqtt://${host}:${app.devicePort()}`
  const client = await connectAsync(address, { username: token, reconnectPeriod: 0 }, false)
  client.on('error', () => {})
  onTestFinished(() => client.endAsync(true))
  return client
}

const answersMqtt = (world: World, host: string, token: string) =>
  connectBoard(world, host, token).then(
    (client) => client.connected,
    () => false,
  )

/** Returns at which addresses people and boards are answered. */
async function answered(world: World, token: string) {
  const of = async (host: string) => [await answersHttp(world, host), await answersMqtt(world, host, token)]
  return { here: await of(HERE), network: await of(NETWORK) }
}

const CLOSED = { here: [true, true], network: [false, false] }
const OPEN = { here: [true, true], network: [true, true] }

// A cluster listens where its settings say. Only Linux has the second address without being asked.
describe.skipIf(ON_CLUSTER || process.platform !== 'linux')('the switch of the network', () => {
  test('opens HTTP and MQTT to other addresses at once, and closes them again', async () => {
    const world = await listeningWorld()
    const { admin } = world
    const { deviceToken } = await world.aDevice(admin)
    expect(await answered(world, deviceToken)).toEqual(CLOSED)
    expect((await admin.call(serverRoutes.networkAccess)).body).toEqual({ open: false, switchable: true })

    const opened = await admin.call(serverRoutes.setNetworkAccess, setTo(true))
    expect([opened.status, opened.body]).toEqual([200, { open: true, switchable: true }])
    expect(await answered(world, deviceToken)).toEqual(OPEN)
    expect((await admin.call(serverRoutes.boardAddresses)).body.onlyThisMachine).toBe(false)

    const [near, far] = [await connectBoard(world, HERE, deviceToken), await connectBoard(world, NETWORK, deviceToken)]
    const closed = await admin.call(serverRoutes.setNetworkAccess, setTo(false))
    expect([closed.status, closed.body]).toEqual([200, { open: false, switchable: true }])
    expect(await answered(world, deviceToken)).toEqual(CLOSED)
    await expect.poll(() => far.connected, PATIENT).toBe(false)
    expect(near.connected).toBe(true)
    expect(world.events()).toEqual([
      'network.opened',
      'network.registration-open',
      'network.plain-text',
      'network.closed',
    ])
  })

  test('keeps the choice for the next start, unless HOST is set by then', async () => {
    const { app, admin } = await listeningWorld()
    const { dataDir } = app.context.config
    await admin.call(serverRoutes.setNetworkAccess, setTo(true))
    await app.close()
    for (const [isHostSwitchable, found] of [
      [true, '0.0.0.0'],
      [false, HERE],
    ] as const) {
      const next = await createWorld({ dataDir, isHostSwitchable })
      await next.app.listen()
      expect(next.app.host()).toBe(found)
      expect(await answersHttp(next, NETWORK)).toBe(isHostSwitchable)
      await next.app.close()
    }
  })

  test('refuses everybody but an admin with the password, and everybody where a setting decides', async () => {
    const world = await listeningWorld()
    const ann = await world.as('ann')
    const refusals = [
      await world.call(serverRoutes.setNetworkAccess, setTo(true)),
      await ann.call(serverRoutes.setNetworkAccess, setTo(true)),
      await world.admin.call(serverRoutes.setNetworkAccess, setTo(true, 'wrong')),
    ].map(({ status, body }) => [status, codeOf(body)])
    expect(refusals).toEqual([
      [401, 'session.invalid'],
      [403, 'role.not-admin'],
      [401, 'password.wrong'],
    ])
    expect(await answersHttp(world, NETWORK)).toBe(false)

    const fixed = await createWorld({ isHostSwitchable: false })
    const admin = await asAdmin(fixed)
    const refused = await admin.call(serverRoutes.setNetworkAccess, setTo(true))
    expect([refused.status, codeOf(refused.body)]).toEqual([409, 'network.fixed'])
    expect((await admin.call(serverRoutes.networkAccess)).body).toEqual({ open: false, switchable: false })
  })

  test('changes nothing when another program uses a port, and names it', async () => {
    const world = await listeningWorld()
    const { admin, app } = world
    const { deviceToken } = await world.aDevice(admin)
    const other = createServer()
    await new Promise<void>((resolve) => void other.listen(app.devicePort(), NETWORK, resolve))
    onTestFinished(() => void other.close())
    const refused = await admin.call(serverRoutes.setNetworkAccess, setTo(true))
    expect([refused.status, codeOf(refused.body)]).toEqual([409, 'network.port-taken'])
    expect(refused.body.title).toContain(String(app.devicePort()))
    expect(await answersHttp(world, HERE)).toBe(true)
    expect(await answersHttp(world, NETWORK)).toBe(false)
    expect(await answersMqtt(world, HERE, deviceToken)).toBe(true)

    await new Promise((resolve) => void other.close(resolve))
    expect((await admin.call(serverRoutes.setNetworkAccess, setTo(true))).status).toBe(200)
    expect(await answered(world, deviceToken)).toEqual(OPEN)
  })

  test('changes nothing when the choice can’t be stored', async () => {
    const dataDir = emptyFolder()
    const world = await listeningWorld({ dataDir })
    const { deviceToken } = await world.aDevice(world.admin)
    // A folder of that name can't be written as a file.
    mkdirSync(join(dataDir, 'open-to-network'))
    const refused = await world.admin.call(serverRoutes.setNetworkAccess, setTo(true))
    expect([refused.status, codeOf(refused.body)]).toEqual([503, 'network.not-stored'])
    expect(await answered(world, deviceToken)).toEqual(CLOSED)
  })
})
