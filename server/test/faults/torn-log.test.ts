import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { emptyDiskFolder } from '../data-folder.ts'
import { Ledger, post, timeOf } from './ledger.ts'
import { storedReadingsIn } from '../stored-readings.ts'
import { settle, startServer } from './real-server.ts'

/** Readings of one request, which is one commit: stored as a whole or not at all. */
const PER_LIST = 5
const LISTS = 40

/** The acknowledged readings at a moment, and the synced length of the log. */
interface Promised {
  readonly readings: number
  readonly logBytes: number
}

test('a torn log keeps everything acknowledged before the tear, and no list of readings in part', async () => {
  const { dataDir, promised, ledger } = await aKilledServer()
  const [first, last] = [promised[0]?.logBytes ?? 0, promised.at(-1)?.logBytes ?? 0]
  for (let part = 0; part <= 12; part++) {
    const tornAt = Math.floor(first + ((last - first) * part) / 12)
    for (const tear of [cutOff, overwriteWithNoise, overwriteWithZeros]) {
      const torn = emptyDiskFolder()
      cpSync(dataDir, torn, { recursive: true })
      tear(join(torn, 'greenhouse.db-wal'), tornAt)
      const stored = await storedIn(torn, ledger)
      const certain = promised.filter(({ logBytes }) => logBytes <= tornAt).at(-1)?.readings ?? 0
      expect(stored.length).toBeGreaterThanOrEqual(certain)
      expect(stored.length % PER_LIST).toBe(0)
      expect(stored).toEqual(stored.map((_, number) => timeOf(number)))
    }
  }
})

test('a server starts on a torn log, and stores each reading once when all are sent again', async () => {
  const { dataDir, promised, ledger } = await aKilledServer()
  const log = join(dataDir, 'greenhouse.db-wal')
  overwriteWithNoise(log, (promised.at(-3)?.logBytes ?? 0) + 10)
  const server = await startServer(dataDir)
  ledger.again(Array.from({ length: LISTS * PER_LIST }, (_, number) => number))
  for (let list = 0; list < LISTS; list++) expect(await post(server, ledger, PER_LIST)).toBe('stored')
  await server.kill()
  expect(await storedIn(dataDir, ledger)).toHaveLength(LISTS * PER_LIST)
})

/** Returns the folder of a killed server whose readings are all still in its log, and what was acknowledged. */
async function aKilledServer() {
  const dataDir = emptyDiskFolder()
  const server = await startServer(dataDir)
  const [device] = (await settle(server, 1)).devices
  if (!device) throw new Error('There is no device')
  const ledger = new Ledger(device)
  const promised: Promised[] = []
  for (let list = 1; list <= LISTS; list++) {
    expect(await post(server, ledger, PER_LIST)).toBe('stored')
    promised.push({ readings: list * PER_LIST, logBytes: statSync(join(dataDir, 'greenhouse.db-wal')).size })
  }
  await server.kill()
  // The log has only grown, so nothing was checkpointed into the file meanwhile.
  expect(promised.map(({ logBytes }) => logBytes)).toEqual(
    promised.map(({ logBytes }) => logBytes).toSorted((a, b) => a - b),
  )
  expect(promised.at(-1)?.logBytes).toBeGreaterThan(promised[0]?.logBytes ?? 0)
  return { dataDir, promised, ledger }
}

async function storedIn(dataDir: string, { device }: Ledger): Promise<number[]> {
  const database = new DatabaseSync(join(dataDir, 'greenhouse.db'))
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
  return (await storedReadingsIn(dataDir, device.deviceId)).map(({ at }) => at)
}

function cutOff(log: string, at: number): void {
  writeFileSync(log, readFileSync(log).subarray(0, at))
}

function overwriteWithNoise(log: string, at: number): void {
  const bytes = readFileSync(log)
  randomBytes(bytes.length - at).copy(bytes, at)
  writeFileSync(log, bytes)
}

function overwriteWithZeros(log: string, at: number): void {
  writeFileSync(log, readFileSync(log).fill(0, at))
}
