import { expect, test } from 'vitest'
import { emptyFolder } from '../../../test/data-folder.ts'
import { spawnServer, startServer } from '../../../test/faults/real-server.ts'
import { createWorld } from '../../../test/world.ts'
import { FolderInUse, isInUse, lockFolder } from './server-lock.ts'

/** Whole servers are started, each in a process of its own. */

const aFolder = () => emptyFolder()

test('refuses a second server on the same folder in one sentence, and keeps the first one running', async () => {
  const dataDir = aFolder()
  const first = await startServer(dataDir)
  const { code, errors } = await spawnServer(dataDir).ended
  expect([code, errors.trim()]).toEqual([
    1,
    `Another Greenhouse is running on ${dataDir}. Stop it first, or give this one a folder of its own: DATA_DIR=… npm start`,
  ])
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
})

test('releases the folder of a killed server', async () => {
  const dataDir = aFolder()
  await (await startServer(dataDir)).kill()
  expect(isInUse(dataDir)).toBe(false)
  await expect(startServer(dataDir)).resolves.toBeDefined()
})

test('releases the folder of a stopped server, also after a second one failed to start', async () => {
  const dataDir = aFolder()
  const { app } = await createWorld({ dataDir })
  expect(isInUse(dataDir)).toBe(true)
  await expect(createWorld({ dataDir })).rejects.toThrow(FolderInUse)
  await app.close()
  expect(isInUse(dataDir)).toBe(false)
})

test('checks whether a folder is in use without locking it', () => {
  const folder = aFolder()
  expect([isInUse(folder), isInUse(folder)]).toEqual([false, false])
  const unlock = lockFolder(folder)
  expect(isInUse(folder)).toBe(true)
  unlock()
  expect(isInUse(folder)).toBe(false)
})
