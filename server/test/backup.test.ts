import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DeviceCredentials, register } from '../../testing/growers.ts'
import { sendReadings } from '../../testing/boards.ts'
import { createClient, readingRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { writeArchive } from '../src/platform/backup/archive.ts'
import {
  aFolder,
  backupsIn,
  command,
  countsIn,
  fingerprints,
  furnish,
  ingestWithoutPause,
  manifestOf,
  PER_REQUEST,
  run,
  timeOf,
} from './backups.ts'
import { settle, startServer } from './faults/real-server.ts'

/** The tests start servers and commands, each in a process of its own. */
const RANGE = { from: '2025-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }

test('a backup made during full ingest holds every reading acknowledged before, and is restored on an empty host', async () => {
  const [dataDir, folder, host] = [aFolder('data'), aFolder('backups'), aFolder('data')]
  const server = await startServer(dataDir, { env: { DEVICE_READINGS_PER_SECOND: '0' } })
  const { ann, devices } = await settle(server, 1)
  const [device] = devices as [DeviceCredentials]
  const load = ingestWithoutPause(server, device)
  while (load.acknowledged < 20 * PER_REQUEST) await wait(20)
  const before = load.acknowledged
  expect(await run('backup', [folder], dataDir)).toMatchObject({ code: 0, errors: '' })
  expect(load.acknowledged).toBeGreaterThan(before)
  await load.stop()
  await server.kill()

  const [file = ''] = backupsIn(folder)
  expect(readdirSync(folder)).toEqual([basename(file)])
  expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  const { code, errors, said } = await run('restore', [file], host)
  expect([code, errors, said]).toEqual([0, '', expect.stringContaining('There was nothing there before.')])
  const manifest = await manifestOf(file)
  expect(fingerprints(host)).toMatchObject(Object.fromEntries(manifest.files.map(({ name, sha256 }) => [name, sha256])))
  expect(countsIn(host)).toEqual(manifest.counts)

  const again = await startServer(host)
  const reader = createClient({ origin: again.url, token: ann.token })
  const [history] = await reader.call(readingRoutes.history, { query: { deviceId: device.deviceId, ...RANGE } })
  const kept = history?.sensorHistoryRecords ?? []
  expect(kept.length).toBeGreaterThanOrEqual(before)
  expect(kept.map(({ time }) => time)).toEqual(kept.map((_, index) => timeOf(index)))
  expect(await sendReadings(again.url, device, { temperature: 1 })).toMatchObject({ stored: 1 })
})

test('a backup killed at any moment leaves no file that looks like a backup', async () => {
  const dataDir = aFolder('data')
  await furnish(dataDir)
  const whole: number[] = []
  for (let round = 0; round < 8; round++) {
    const folder = aFolder('backups')
    const child = command('backup', [folder], dataDir)
    const closed = once(child, 'close')
    // Each round kills a little later than the one before; the last backup finishes.
    // A quick one may have finished between two polls.
    await untilTrue(() => child.exitCode !== null || readdirSync(folder, { recursive: true }).length > 1)
    if (round < 7) {
      await wait(round * 5)
      child.kill('SIGKILL')
    }
    await closed
    for (const file of backupsIn(folder)) await expect(manifestOf(file)).resolves.toMatchObject({ format: 1 })
    whole.push(backupsIn(folder).length)
  }
  expect([Math.min(...whole), whole.at(-1)]).toEqual([0, 1])
})

test('a damaged, truncated or newer backup is refused in a sentence, and changes and leaves nothing', async () => {
  const [dataDir, folder] = [aFolder('data'), aFolder('backups')]
  await furnish(dataDir)
  await run('backup', [folder], dataDir)
  const [file = ''] = backupsIn(folder)
  const whole = readFileSync(file)
  const middle = Math.floor(whole.length / 2)
  rmSync(join(dataDir, 'server.lock'))
  const before = fingerprints(dataDir)
  const broken: Record<string, Buffer> = {
    half: whole.subarray(0, middle),
    'without-its-end': whole.subarray(0, whole.length - 20),
    flipped: Buffer.from(whole).fill(0x5a, middle, middle + 64),
    noise: Buffer.alloc(5000, 'no backup'),
    empty: Buffer.alloc(0),
  }
  const newer = join(folder, 'newer')
  const { files: _, ...manifest } = await manifestOf(file)
  await writeArchive(newer, [], { ...manifest, migrations: [...manifest.migrations, '9999-later'] })
  broken['newer'] = readFileSync(newer)
  const tree = () => readdirSync(dirname(dataDir), { recursive: true })
  const treeBefore = tree()
  for (const [name, bytes] of Object.entries(broken)) {
    const damaged = join(folder, name)
    writeFileSync(damaged, bytes)
    const sentence =
      name === 'newer'
        ? /^It was made by version .*9999-later.*Nothing was changed\.\n$/
        : new RegExp(`^The file ${damaged} is (?:damaged|cut off).*Nothing was changed\\.\\n$`)
    const { code, errors } = await run('restore', [damaged], dataDir)
    expect([name, code, errors]).toEqual([name, 1, expect.stringMatching(sentence)])
    expect(fingerprints(dataDir)).toEqual(before)
    expect(tree()).toEqual(treeBefore)
  }
})

test('a restore is refused while a server runs, and keeps the previous files', async () => {
  const [dataDir, folder] = [aFolder('data'), aFolder('backups')]
  await furnish(dataDir)
  // 4000 readings with two values each, and two derived from them.
  expect((await run('backup', [folder], dataDir)).said).toContain('1 account, 1 device, 0 plants, 16000 stored values.')
  const [file = ''] = backupsIn(folder)
  const server = await startServer(dataDir)
  expect(await run('restore', [file], dataDir)).toMatchObject({
    code: 1,
    errors: 'The server is running. Stop it first, then restore. Nothing was changed.\n',
  })
  await register(server.url, 'later')
  await server.kill()

  const { code, said } = await run('restore', [file], dataDir)
  const kept = /What was there before lies in (\S+)\.\n/.exec(said)?.[1] ?? ''
  expect(said).toContain('1 account, 1 device, 0 plants, 16000 stored values,')
  expect([code, countsIn(kept)['user'], countsIn(dataDir)['user']]).toEqual([0, 2, 1])
})

async function untilTrue(condition: () => boolean): Promise<void> {
  while (!attempt(condition)) await wait(5)
}

function attempt(condition: () => boolean): boolean {
  try {
    return condition()
  } catch {
    return false
  }
}
