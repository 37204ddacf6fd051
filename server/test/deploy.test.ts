import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { parseEnv } from 'node:util'
import * as contract from '@greenhouse/contract'
import { readingRoutes } from '@greenhouse/contract'
import { generate } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { connectPacket, fieldReading, publish, shownReading } from './boards.ts'
import { makeCertificate } from './certificate.ts'
import { emptyFolder } from './data-folder.ts'
import { device, openTestListener } from './mqtt-listener.ts'
import { connectBoard } from '../../testing/boards.ts'
import { freePorts } from '../../testing/free-ports.ts'
import { configFor, findHaproxy, proxyPlace, startProxy } from '../../testing/haproxy.ts'
import { createWorld, portOf } from './world.ts'
import { readConfig } from '../src/platform/config/config.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const read = (...names: string[]) => readFileSync(join(deploy, ...names), 'utf8')
const folder = () => emptyFolder()

const routes = Object.entries(contract).flatMap(([name, value]) =>
  name.endsWith('Routes') ? Object.values(value as Record<string, contract.Route>) : [],
)

/** Returns whether the proxy sends a path to the gateways, by the rules of its file. */
function isFromDevice(path: string): boolean {
  return Array.from(read('haproxy.cfg').matchAll(/acl is_from_device (\S+) (.+)/g)).some(([, how, values = '']) => {
    if (how === 'path') return values.split(' ').includes(path)
    if (how === 'path_beg') return path.startsWith(values)
    return new RegExp(values).test(path)
  })
}

test('the proxy sends what devices post to the gateways, and everything else to the web nodes', () => {
  expect(routes.length).toBeGreaterThan(80)
  const wrong = routes.filter(({ path, access }) => {
    const sample = path.replaceAll(/:\w+/g, 'abc')
    return isFromDevice(sample) !== (access === 'board')
  })
  expect(wrong.map(({ path, access }) => [access, path])).toEqual([])
})

test.skipIf(!findHaproxy())('the proxy file is valid for HAProxy', () => {
  const file = join(folder(), 'haproxy.cfg')
  const node = (name: string) => ({ name, port: 8080, mqttPort: 1883 })
  writeFileSync(file, configFor({ gateways: [node('gateway-1')], webs: [node('web-1'), node('web-2')] }))
  expect(readFileSync(file, 'utf8').match(/^ +server .*$/gm)).toHaveLength(5)
  const check = (env: Record<string, string>) =>
    spawnSync(findHaproxy() ?? '', ['-c', '-f', file], { encoding: 'utf8', env })
  for (const env of [{ WITHOUT_TLS: '1' }, { CERTIFICATE: certificateWithKey() }]) {
    const { status, stderr } = check(env)
    expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  }
  expect(check({ CERTIFICATE: join(folder(), 'missing.pem') }).status).toBe(1)
})

/** Writes a certificate and its key into one file, as HAProxy wants them. */
function certificateWithKey(): string {
  const { cert, key } = makeCertificate()
  const file = join(folder(), 'certificate.pem')
  writeFileSync(file, `${cert}${key}`)
  return file
}

test.skipIf(!findHaproxy())(
  'the proxy serves people and devices over TLS, and redirects plain HTTP to it',
  async () => {
    const world = await createWorld({ trustProxy: ['127.0.0.1'] })
    await world.app.listen()
    const ann = await world.as('ann')
    const device = await world.aDevice(ann)
    const node = { name: 'node-1', port: portOf(world), mqttPort: world.app.devicePort() }
    const certbot = createServer((_request, reply) => void reply.end('the answer')).listen(0, '127.0.0.1')
    await once(certbot, 'listening')
    const [httpsPort = 0, mqttsPort = 0] = await freePorts(2)
    const certificate = certificateWithKey()
    const renewalPort = (certbot.address() as AddressInfo).port
    const place = await proxyPlace()
    const tls = { certificate, httpsPort, mqttsPort, renewalPort }
    const proxy = await startProxy({ gateways: [node], webs: [node] }, place, tls)
    onTestFinished(async () => {
      await proxy.close()
      certbot.close()
    })
    await proxy.untilUp(['node-1'])
    const plain = (path: string) => fetch(`${proxy.url}${path}`, { redirect: 'manual' })

    const redirect = await plain('/livez?a=1')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      308,
      `https://127.0.0.1:${place.httpPort}/livez?a=1`,
    ])
    const renewal = await plain('/.well-known/acme-challenge/token')
    expect([renewal.status, await renewal.text()]).toEqual([200, 'the answer'])

    const ca = readFileSync(certificate)
    const page = get({ host: '127.0.0.1', port: httpsPort, path: '/livez', ca })
    const [answer] = (await once(page, 'response')) as [IncomingMessage]
    answer.resume()
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])

    const board = await connectBoard(mqttsPort, device, { protocol: 'mqtts', ca: [ca] })
    onTestFinished(() => void board.end(true))
    await publish(board, device, fieldReading)
    const { body } = await ann.call(readingRoutes.newest)
    expect(body.sensorHistoryWithDeviceRecords[0]).toMatchObject(shownReading)
  },
)

test.skipIf(!findHaproxy())("a gateway behind the proxy sees each board's own address", async () => {
  const { devices, port } = await openTestListener({}, {}, { trustProxy: ['127.0.0.1'] })
  const ready = createServer((_request, reply) => void reply.end()).listen(0, '127.0.0.1')
  await once(ready, 'listening')
  const gateway = { name: 'gateway-1', port: (ready.address() as AddressInfo).port, mqttPort: port }
  const place = await proxyPlace()
  const proxy = await startProxy({ gateways: [gateway], webs: [] }, place)
  onTestFinished(async () => {
    await proxy.close()
    ready.close()
  })
  await proxy.untilUp(['gateway-1'])
  const board = connect({ host: '127.0.0.1', port: place.mqttPort, localAddress: '127.0.0.2' })
  board.write(generate(connectPacket(device, 4)))
  expect((await once(board, 'data'))[0]).toEqual(Buffer.from([0x20, 2, 0, 0]))
  expect(await devices.openOf('d1')).toMatchObject({ address: '127.0.0.2' })
  board.destroy()
  for (const path of ['/metrics', '/METRICS/', '/%6Detrics'])
    expect((await fetch(`${proxy.url}${path}`)).status).toBe(404)
})

test.skipIf(!findHaproxy()).each([contract.readingRoutes.send.path, contract.plantRoutes.create.path])(
  'the proxy ends requests to %s that wait for a hanging node, and the other node answers',
  async (path) => {
    const nodes = [await aNode('first'), await aNode('second')]
    const proxy = await startProxy({ gateways: nodes, webs: nodes }, await proxyPlace())
    onTestFinished(proxy.close)
    await proxy.untilUp(['first', 'second'])
    const ended: unknown[] = []
    const post = async (): Promise<void> => {
      const answer = await fetch(`${proxy.url}${path}`, { method: 'POST', body: '{}' }).catch(() => undefined)
      if (answer?.status === 200) return expect(await answer.text()).toBe('second')
      ended.push(answer?.status)
      // Sends again, as boards do.
      return post()
    }
    const [hung] = nodes
    hung?.hang()
    await Promise.all([post(), post(), post()])
    // The health check of the proxy found it, not the timeout of a request.
    expect(ended).not.toContain(504)
    expect(hung?.waiting()).toBeGreaterThan(0)
  },
)

/** Starts a stand-in for a node, which replies with its name until it hangs. */
async function aNode(name: string) {
  let [hangs, waiting] = [false, 0]
  const server = createServer((request, reply) => {
    if (!hangs) return void reply.end(name)
    if (request.method === 'POST') waiting++
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    name,
    port: (server.address() as AddressInfo).port,
    mqttPort: 1,
    hang: () => (hangs = true),
    waiting: () => waiting,
  }
}

test('the proxy, the containers and Prometheus use the ports of the environment files', () => {
  const portsOf = (role: string) => parseEnv(read('env', `${role}.env`))
  const [gateway, web, compose] = [portsOf('gateway'), portsOf('web'), read('compose.yaml')]
  const servers = Array.from(
    read('haproxy.cfg').matchAll(/^ +server \S+ (\w+)-\d:(\d+)(?: port (\d+))?$/gm),
    ([, name, port, check]) => [name, port, check],
  )
  expect(new Set(servers.map((server) => server.join(' ').trim()))).toEqual(
    new Set([`web ${web['PORT']}`, `gateway ${gateway['PORT']}`, `gateway ${gateway['MQTT_PORT']} ${gateway['PORT']}`]),
  )
  expect(compose).toContain(`:${gateway['MQTT_PORT']}:1883'`)
  for (const role of ['gateway', 'web', 'worker', 'jobs']) {
    const { PORT } = portsOf(role)
    expect(compose).toContain(`:${PORT}:8080'`)
    expect(read('prometheus', 'prometheus.yml')).toContain(`:${PORT}\n`)
  }
  // Two programs of one machine can't listen on one port.
  expect(new Set(['1883', '80', gateway['PORT'], gateway['MQTT_PORT'], web['PORT']]).size).toBe(5)
})

test('the image includes every file that its build command imports', () => {
  const root = join(deploy, '..')
  const included = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const needed = new Set(['scripts/greenhouse.mjs'])
  for (const file of needed)
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/^import [^;]*?from '(\.[^']+)'/gm))
      needed.add(relative(root, join(root, dirname(file), path)))
  expect(needed.size).toBeGreaterThan(1)
  expect([...needed].filter((file) => !included.includes(`!${file}`))).toEqual([])
})

test('the image has the PostgreSQL client programs of the version that the containers run', () => {
  const [, server] = /image: postgres:(\d+)\n/.exec(read('compose.yaml')) ?? []
  const [, client] = /postgresql-client-(\d+) /.exec(readFileSync(join(deploy, '../Dockerfile'), 'utf8')) ?? []
  expect(server).toMatch(/^\d+$/)
  expect(client).toBe(server)
})

test('the environment file of each role is valid together with the common one', () => {
  const files = readdirSync(join(deploy, 'env'))
  expect(files.toSorted()).toEqual(['cluster.env', 'gateway.env', 'jobs.env', 'web.env', 'worker.env'])
  const common = parseEnv(read('env', 'cluster.env'))
  for (const role of ['gateway', 'jobs', 'web', 'worker']) {
    const env = {
      ...common,
      ...parseEnv(read('env', `${role}.env`)),
      ROLES: role,
      NODE_ID: `machine-${role}`,
      DATABASE_URL: 'postgres://postgres/greenhouse',
      NATS_URL: 'nats://nats-1:4222',
      SECRET: 'a secret of more than 32 characters',
    }
    const { roles, partitions, natsUrl } = readConfig(env)
    expect([[...roles], partitions, natsUrl]).toEqual([[role], 16, 'nats://nats-1:4222'])
  }
})

test('the service and the containers set only variables that the server reads', () => {
  const names = Array.from(read('systemd', 'greenhouse@.service').matchAll(/\b([A-Z_]{4,})=/g), ([, name = '']) => name)
  const given = Object.fromEntries(names.map((name) => [name, sampleOf(name)]))
  expect(names).toContain('SECRET_FILE')
  readConfig(given)
  const containers = Array.from(
    read('compose.yaml').matchAll(/\b([A-Z_]+_FILE|ROLES|NODE_ID):/g),
    ([, name = '']) => name,
  )
  readConfig(
    Object.fromEntries(containers.filter((name) => !name.startsWith('POSTGRES')).map((name) => [name, sampleOf(name)])),
  )
})

/** Returns a valid value of a setting, in a file for a secret. */
function sampleOf(name: string): string {
  if (!name.endsWith('_FILE')) return { ROLES: 'web', NODE_ID: 'web-1', NODE_ENV: 'production' }[name] ?? 'x'
  const file = join(folder(), name)
  const values: Record<string, string> = {
    DATABASE_URL_FILE: 'postgres://postgres/greenhouse',
    NATS_URL_FILE: 'nats://nats-1:4222',
  }
  writeFileSync(file, values[name] ?? 'a secret of more than 32 characters')
  return file
}
