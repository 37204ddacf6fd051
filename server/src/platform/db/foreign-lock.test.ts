import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readingRoutes, settingRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'

/** Takes the write lock as a shell in a transaction or a VACUUM does. */
function lockedByAnother(dataDir: string): { release(): void } {
  const other = new DatabaseSync(join(dataDir, 'greenhouse.db'))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  return { release: () => other.exec('commit') }
}

test("delays writes by another program's write lock, and neither reads nor timers", async () => {
  const { app, as } = await createWorld()
  const ann = await as('ann')
  const lock = lockedByAnother(app.context.config.dataDir)
  const done: string[] = []
  const write = ann
    .call(settingRoutes.set, { params: { settingName: 'darktheme' }, body: { value: true } })
    .then(({ status }) => done.push(`written ${status}`))
  const read = await ann.call(settingRoutes.get)
  done.push(`read ${read.status}`)
  // A timer of this thread releases the lock; it would never run if the thread were blocked.
  setTimeout(() => {
    done.push('released')
    lock.release()
  }, 300)
  await write
  expect(done).toEqual(['read 200', 'released', 'written 204'])
  expect((await ann.call(settingRoutes.get)).body.darkTheme).toBe(true)
})

test("stores readings once another program's lock is released", async () => {
  const world = await createWorld()
  const device = await world.aDevice(await world.as('ann'))
  const lock = lockedByAnother(world.app.context.config.dataDir)
  let released = false
  setTimeout(() => {
    released = true
    lock.release()
  }, 600)
  const answer = await world.call(readingRoutes.send, { body: { temperature: 20 }, token: device.deviceToken })
  expect([released, answer.status, answer.body.stored]).toEqual([true, 200, 1])
})

test('replies to a write with a 503 after some seconds when the lock is never released', async () => {
  const { app, as } = await createWorld()
  const ann = await as('ann')
  lockedByAnother(app.context.config.dataDir)
  const { status, headers } = await ann.call(settingRoutes.set, {
    params: { settingName: 'darktheme' },
    body: { value: true },
  })
  expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true])
})
