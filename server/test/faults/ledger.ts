import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { DeviceCredentials } from '../../../testing/growers.ts'
import { trySendReadings } from '../../../testing/boards.ts'
import { ClientError } from '@greenhouse/contract'
import { expect } from 'vitest'
import { connectWire, publishPacket, type Version } from '../boards.ts'
import { storedReadingsOfEach } from '../stored-readings.ts'
import type { RealServer } from './real-server.ts'

export const START = Date.parse('2026-01-01T00:00:00Z')
/** Far enough apart that the readings fall into many buckets of a chart. */
export const APART_MS = 20_000
const IN_FLIGHT = 40

/** Records which readings of a device were acknowledged. The others are sent again after a fault. */
export class Ledger {
  readonly acknowledged = new Set<number>()
  readonly device: DeviceCredentials
  #open: number[] = []
  #sent = 0

  constructor(device: DeviceCredentials) {
    this.device = device
  }

  next(): number {
    return this.#open.shift() ?? this.#sent++
  }

  again(numbers: Iterable<number>): void {
    this.#open.push(...numbers)
  }
}

export const readingOf = (number: number) => ({
  temperature: temperatureOf(number),
  time: new Date(timeOf(number)).toISOString(),
})
export const timeOf = (number: number) => START + number * APART_MS
const temperatureOf = (number: number) => (number % 800) / 10 - 20

type Reached = Pick<RealServer, 'url' | 'mqttPort'>

/** Publishes with as many in flight as a board may have, until the connection ends. */
export async function publishUntilTheEnd({ mqttPort }: Reached, ledger: Ledger, version: Version): Promise<void> {
  const flying = new Map<number, number>()
  let lastId = 0
  try {
    const wire = await connectWire(mqttPort, ledger.device, version)
    const publish = () => {
      lastId = (lastId % 0xffff) + 1
      const number = ledger.next()
      flying.set(lastId, number)
      wire.send(publishPacket(ledger.device, readingOf(number), { messageId: lastId }))
    }
    for (let count = 0; count < IN_FLIGHT; count++) publish()
    for (;;) {
      const { messageId = 0, reasonCode = 0 } = await wire.next('puback')
      const number = flying.get(messageId)
      expect(typeof number).toBe('number')
      flying.delete(messageId)
      // Libraries take any reply as final: a reading that can't be stored is not acknowledged.
      expect(reasonCode).toBe(0)
      ledger.acknowledged.add(number ?? -1)
      publish()
    }
  } catch (error) {
    if (!isEnd(error)) throw error
    ledger.again(flying.values())
  }
}

/** Posts lists one after another until the server is gone; `perList` readings each. */
export async function postUntilTheEnd(server: Reached, ledger: Ledger, perList = IN_FLIGHT): Promise<void> {
  for (;;) if ((await post(server, ledger, perList)) === 'gone') return
}

/** Posts one list, and records what was acknowledged. */
export async function post(server: Reached, ledger: Ledger, perList = 1): Promise<'stored' | 'refused' | 'gone'> {
  const numbers = Array.from({ length: perList }, () => ledger.next())
  try {
    const { status, body } = await trySendReadings(server.url, ledger.device, numbers.map(readingOf))
    if (status === 503 || status === 429) {
      ledger.again(numbers)
      await wait(10)
      return 'refused'
    }
    const { stored, duplicates } = body as { stored: number; duplicates: number }
    expect([status, stored + duplicates]).toEqual([200, numbers.length])
    for (const number of numbers) ledger.acknowledged.add(number)
    return 'stored'
  } catch (error) {
    if (!isEnd(error)) throw error
    ledger.again(numbers)
    return 'gone'
  }
}

/** Returns whether an error means that the server is gone, which is expected here. */
export function isEnd(error: unknown): boolean {
  if (error instanceof ClientError) return error.code === 'network'
  return error instanceof Error && /connection ended|ECONNREFUSED|ECONNRESET/.test(error.message)
}

/** Expects that SQLite finds the file undamaged and that it has every acknowledged reading. */
export async function expectNothingLost(dataDir: string, ...ledgers: readonly Ledger[]): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'greenhouse.db'))
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
  const deviceIds = ledgers.map(({ device }) => device.deviceId)
  const stored = await storedReadingsOfEach(dataDir, deviceIds)
  for (const [index, { acknowledged }] of ledgers.entries()) {
    const rows = stored[index] ?? []
    const temperatures = new Map(rows.map(({ at, temperature }) => [at, temperature]))
    expect(temperatures.size).toBe(rows.length)
    expect([...acknowledged].filter((number) => temperatures.get(timeOf(number)) !== temperatureOf(number))).toEqual([])
  }
}
