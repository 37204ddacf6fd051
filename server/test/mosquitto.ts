import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import type { DeviceCredentials } from '../../testing/growers.ts'

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
