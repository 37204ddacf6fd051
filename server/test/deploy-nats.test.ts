import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { emptyFolder } from './data-folder.ts'
import { startProgram } from '../../testing/child-program.ts'
import { findNatsServer } from '../../testing/find-nats.mjs'
import { freePorts } from '../../testing/free-ports.ts'
import { PATIENT } from '../../testing/test-run.ts'

const program = findNatsServer() ?? ''
const names = ['nats-1', 'nats-2', 'nats-3']
/** As an operator may choose them: the first begins with a digit. */
const PASSWORDS = { client: '1st-of-two', cluster: 'second' }

/** The fields read here from the monitoring of a NATS server. */
interface Monitored {
  readonly routes?: ReadonlyArray<{ readonly remote_name: string }>
  readonly meta_cluster?: unknown
}

interface Server {
  readonly address: string
  readonly monitorPort: number
  readonly output: () => string
  stop(): Promise<unknown>
  ask(path: string): Promise<Monitored>
}

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8')

/** Writes the two NATS files of `deploy` into a folder, changed by `change`. */
function writeFiles(to: string, change: (text: string) => string): string {
  for (const name of ['nats-server.conf', 'nats-passwords.conf']) writeFileSync(join(to, name), change(read(name)))
  return join(to, 'nats-server.conf')
}

const withPasswords =
  ({ client, cluster }: typeof PASSWORDS) =>
  (text: string) =>
    text.replaceAll('<client>', client).replaceAll('<cluster>', cluster)

function check(file: string): number | null {
  return spawnSync(program, ['-t', '-c', file], { env: { NATS_NAME: 'nats-1' } }).status
}

/** Starts the servers of the cluster on this machine, each with its own passwords and ports. */
async function startServers(passwords: ReadonlyArray<typeof PASSWORDS>): Promise<Server[]> {
  const ports = await freePorts(passwords.length * 3)
  const routePort = (index: number) => ports[index * 3 + 1]
  const servers = passwords.map((own, index) => {
    const store = emptyFolder()
    const [port, , monitorPort] = ports.slice(index * 3)
    const file = writeFiles(store, (text) =>
      withPasswords(own)(text)
        .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
        .replace('127.0.0.1:8222', `127.0.0.1:${monitorPort}`)
        .replace('0.0.0.0:6222', `127.0.0.1:${routePort(index)}`)
        .replace('/var/lib/nats', store)
        .replaceAll(/nats-(\d):6222/g, (_, number) => `127.0.0.1:${routePort(Number(number) - 1)}`),
    )
    const running = startProgram([program, '-c', file], { env: { ...process.env, NATS_NAME: names[index] } })
    onTestFinished(() => running.end('SIGKILL'))
    const ask = async (path: string) =>
      (await (await fetch(`http://127.0.0.1:${monitorPort}${path}`)).json()) as Monitored
    const address = `127.0.0.1:${port}`
    return {
      address,
      monitorPort: monitorPort!,
      output: running.output,
      stop: () => running.end('SIGKILL'),
      ask,
    }
  })
  return servers
}

/** Returns the names of the servers that a server is connected to. */
async function knownTo(server: Server): Promise<string[]> {
  const { routes = [] } = await server.ask('/routez')
  return [...new Set(routes.map(({ remote_name: name }) => name))].toSorted()
}

/** Runs the check of the upgrade page whether all replicas are current. Every ssh runs on this machine. */
function areCurrent(servers: readonly Server[]): boolean {
  const page = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8')
  const [question = ''] = /^current\(\) \{\n[^]*?^\}$/m.exec(page) ?? []
  const ssh = servers.map(({ monitorPort }, index) => `nats-${index + 1}) sh -c "\${2//8222/${monitorPort}}";;`)
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', `ssh() { case $1 in ${ssh.join(' ')} esac; }\n${question}\ncurrent`],
    {
      encoding: 'utf8',
    },
  )
  expect(stderr).toBe('')
  return status === 0
}

const hasJq = spawnSync('sh', ['-c', 'command -v jq']).status === 0

describe.skipIf(program === '')('the files of NATS', () => {
  test('the NATS files are valid once they contain passwords, and not before', () => {
    expect(check(writeFiles(emptyFolder(), withPasswords(PASSWORDS)))).toBe(0)
    expect(check(writeFiles(emptyFolder(), (text) => text))).toBe(1)
  })

  test('the NATS files form a cluster of three servers with a leader', async () => {
    const servers = await startServers(names.map(() => PASSWORDS))
    await vi.waitFor(async () => {
      expect(await Promise.all(servers.map(knownTo))).toEqual(names.map((own) => names.filter((name) => name !== own)))
      for (const { ask } of servers) {
        const { meta_cluster } = await ask('/jsz')
        expect(meta_cluster).toMatchObject({ leader: expect.stringMatching(/^nats-[123]$/), cluster_size: 3 })
      }
    }, PATIENT)
  })

  test.skipIf(!hasJq)(
    'the check of the upgrade page succeeds once all replicas are current, and fails while a server is down',
    async () => {
      const servers = await startServers(names.map(() => PASSWORDS))
      const connection = await connect({
        servers: servers.map(({ address }) => address),
        user: 'greenhouse',
        pass: PASSWORDS.client,
        waitOnFirstConnect: true,
      })
      onTestFinished(() => connection.close())
      const { streams } = await jetstreamManager(connection, { checkAPI: false })
      expect(areCurrent(servers)).toBe(false)
      for (const name of Array.from({ length: 16 }, (_, index) => `readings-${index}`))
        await vi.waitFor(() => streams.add({ name, subjects: [name], num_replicas: 3 }), PATIENT)
      await vi.waitFor(() => expect(areCurrent(servers)).toBe(true), PATIENT)
      await servers[2]!.stop()
      expect(areCurrent(servers)).toBe(false)
    },
  )

  test('the NATS files keep out a server with another password', async () => {
    const servers = await startServers([PASSWORDS, PASSWORDS, { ...PASSWORDS, cluster: 'another' }])
    await vi.waitFor(async () => {
      expect(await knownTo(servers[0]!)).toEqual(['nats-2'])
      expect(servers[0]!.output()).toMatch(/authentication error/i)
      // A server shows a route from its first greeting until the other one has refused the password, at each attempt.
      expect(await knownTo(servers[2]!)).toEqual([])
    }, PATIENT)
  })
})
