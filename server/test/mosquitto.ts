import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { DeviceCredentials } from '../../testing/growers.ts'
import { PATIENT } from '../../testing/test-run.ts'

/** Whether the client programs of Mosquitto are installed. */
export const hasMosquitto = ['mosquitto_pub', 'mosquitto_sub'].every((program) => !spawnSync(program, ['--help']).error)

/** The versions of MQTT and their names for the programs. */
export const mosquittoVersions = [
  ['MQTT 3.1.1', '311'],
  ['MQTT 5', '5'],
] as const

/** Returns a function that runs one of the programs as a board. It rejects when the program fails. */
export function mosquitto(port: number, { deviceToken }: DeviceCredentials, version: string) {
  const board = ['-h', '127.0.0.1', '-p', String(port), '-V', version, '-u', deviceToken, '-P', deviceToken]
  return (program: 'mosquitto_pub' | 'mosquitto_sub', ...options: readonly string[]) =>
    promisify(execFile)(program, [...board, ...options])
}

/** Debian installs the broker in root's path only. */
const BROKERS = ['mosquitto', '/usr/sbin/mosquitto']
const broker = BROKERS.find((program) => !spawnSync(program, ['-h']).error)

/** Whether the broker of Mosquitto is installed. */
export const hasMosquittoBroker = broker !== undefined

export interface MosquittoBroker {
  readonly port: number
  /** Restarts it on the same port, with its persistent sessions. */
  restart(): Promise<void>
}

/** Starts a broker on a free port of this machine, with lines of its configuration. It ends with the test. */
export async function startMosquitto(folder: string, lines: readonly string[] = []): Promise<MosquittoBroker> {
  const port = await freePort()
  const file = join(folder, 'mosquitto.conf')
  // Started by root it would switch to a user who may not write into the folder.
  const user = process.getuid?.() === 0 ? ['user root'] : []
  const own = [`listener ${port} 127.0.0.1`, 'persistence true', `persistence_location ${folder}/`, ...user]
  writeFileSync(file, [...own, 'max_queued_messages 0', ...lines, ''].join('\n'))
  let running = await begin(file, port)
  onTestFinished(() => void running.kill('SIGKILL'))
  return {
    port,
    async restart() {
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      await ended
      running = await begin(file, port)
    },
  }
}

async function begin(file: string, port: number): Promise<ChildProcess> {
  const child = spawn(broker ?? '', ['-c', file], { stdio: 'ignore' })
  for (const until = performance.now() + PATIENT.timeout; performance.now() < until;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return child
    await wait(25)
  }
  throw new Error('Mosquitto did not start')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
