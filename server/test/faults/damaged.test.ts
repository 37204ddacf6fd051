import { createHash, randomBytes } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readingRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import type { DeviceCredentials } from '../../../testing/growers.ts'
import { createWorld, type World } from '../world.ts'
import { spawnServer } from './real-server.ts'

const PAGE = 4096
/** Bytes before the frames of a write-ahead log, and before the page of each. */
const LOG_HEADER = 32
const FRAME_HEADER = 24
const START = Date.parse('2026-01-01T00:00:00Z')

test.each([
  ['whose header is noise', (file: Buffer) => overwrite(file, 0, randomBytes(100))],
  ['whose header is zeros', (file: Buffer) => overwrite(file, 0, Buffer.alloc(100))],
  ['with a page of noise in its middle', (file: Buffer) => overwrite(file, pageAt(file, 0.5), randomBytes(PAGE))],
  ['with a page of zeros near its end', (file: Buffer) => overwrite(file, pageAt(file, 0.8), Buffer.alloc(PAGE))],
  ['with a flipped page', (file: Buffer) => overwrite(file, pageAt(file, 0.6), flippedPage(file, pageAt(file, 0.6)))],
  ['that was cut in half', (file: Buffer) => file.subarray(0, pageAt(file, 0.5))],
])('a database %s is refused with its path, and left as it is', async (_what, damage) => {
  const dataDir = await aDatabase()
  const name = join(dataDir, 'greenhouse.db')
  writeFileSync(name, damage(readFileSync(name)))
  const before = contents(dataDir)

  expect(await refusal(dataDir)).toContain(`The database ${name} is damaged`)
  expect(contents(dataDir)).toMatchObject(before)
})

test('a damaged database keeps the log with its last readings', async () => {
  const dataDir = await aDatabase()
  const { app, aDevice, as, call } = await createWorld({ dataDir })
  await post(call, await aDevice(await as('bob')), 0)
  // Copies the files as a kill would leave them now.
  const left = emptyFolder()
  cpSync(dataDir, left, { recursive: true })
  await app.close()
  const name = join(left, 'greenhouse.db')
  const file = readFileSync(name)
  writeFileSync(name, overwrite(file, pageBeside(readFileSync(`${name}-wal`), pageAt(file, 0.6)), randomBytes(PAGE)))
  const before = contents(left)
  expect(statSync(`${name}-wal`).size).toBeGreaterThan(PAGE)

  expect(await refusal(left)).toContain(`The database ${name} is damaged`)
  const { 'greenhouse.db-shm': _index, ...kept } = before
  expect(contents(left)).toMatchObject(kept)
})

/** Returns the first page from a position on that has no newer version in the log, which would be read in its place. */
function pageBeside(log: Buffer, from: number): number {
  const newer = new Set<number>()
  for (let frame = LOG_HEADER; frame + FRAME_HEADER + PAGE <= log.length; frame += FRAME_HEADER + PAGE)
    newer.add((log.readUInt32BE(frame) - 1) * PAGE)
  let page = from
  while (newer.has(page)) page += PAGE
  return page
}

/** Returns the message of a server that refuses to start: a sentence for the operator, without a stack trace. */
async function refusal(dataDir: string): Promise<string> {
  const server = spawnServer(dataDir)
  await expect(server.listening).rejects.toThrow('The server ended with 1')
  const { code, errors } = await server.ended
  expect(code).toBe(1)
  expect(errors).not.toMatch(/^\s+at /m)
  return errors
}

/** Returns the folder of a stopped server with some thousand readings. */
async function aDatabase(): Promise<string> {
  const { app, as, aDevice, call } = await createWorld()
  const device = await aDevice(await as('ann'))
  for (let part = 0; part < 6; part++) await post(call, device, part)
  await app.close()
  return app.context.config.dataDir
}

async function post(call: World['call'], { deviceToken }: DeviceCredentials, part: number): Promise<void> {
  const readings = Array.from({ length: 1000 }, (_, index) => ({
    temperature: index / 100,
    time: new Date(START + (part * 1000 + index) * 60_000).toISOString(),
  }))
  expect((await call(readingRoutes.send, { body: readings, token: deviceToken })).status).toBe(200)
}

function pageAt(file: Buffer, part: number): number {
  return Math.floor((file.length * part) / PAGE) * PAGE
}

function overwrite(file: Buffer, at: number, bytes: Buffer): Buffer {
  bytes.copy(file, at)
  return file
}

function flippedPage(file: Buffer, at: number): Buffer {
  return Buffer.from(file.subarray(at, at + PAGE).map((byte) => byte ^ 0xff))
}

/** Returns a hash of every file in the folder. */
function contents(folder: string): Record<string, string> {
  const fingerprint = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(readdirSync(folder).map((name) => [name, fingerprint(name)]))
}
