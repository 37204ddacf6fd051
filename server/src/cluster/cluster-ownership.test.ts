import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../platform/db/errors.ts'
import { openClusterWorlds, PARTITIONS } from '../../test/cluster-worlds.ts'
import { interruptErasure } from '../../test/interrupted-erasure.ts'

test('a stopping worker releases its partitions before the log has answered', async () => {
  const { db, log, open } = await openClusterWorlds()
  const answers = Promise.withResolvers<void>()
  let hangs = false
  const asked = new Set<number>()
  const head = async (partition: number) => {
    if (hangs) {
      asked.add(partition)
      await answers.promise
    }
    return log.head(partition)
  }
  const { app } = await open(['worker'], { ...log, head })
  onTestFinished(() => answers.resolve())
  await app.ownership.start()
  await expect.poll(() => app.ownership.ownedPartitions().length).toBe(PARTITIONS)
  hangs = true
  await expect.poll(() => asked.size).toBe(PARTITIONS)
  const closing = app.ownership.close()
  await expect.poll(() => db.selectFrom('lease').select('name').execute()).toEqual([])
  answers.resolve()
  await closing
})

test('the owner of each partition erases values on request of another process, even after a handover', async () => {
  const { open } = await openClusterWorlds()
  const [one, web] = [await open(['worker']), await open(['web'])]
  const { timeSeries } = web.app.context
  const deviceKeys = Array.from({ length: PARTITIONS }, (_, index) => index + 1)
  const erase = () => Promise.all(deviceKeys.map((deviceKey) => timeSeries.erase(deviceKey)))
  await one.app.ownership.start()
  await erase()
  const two = await open(['worker'])
  await two.app.ownership.start()
  await expect.poll(() => [one, two].map(({ app }) => app.ownership.ownedPartitions().length)).toEqual([2, 2])
  await erase()
})

test('a cluster starts with erasures pending, and their owner completes them', async () => {
  const { db, open } = await openClusterWorlds()
  await interruptErasure(await open(['web']), 9)
  const { app } = await open()
  await app.ownership.start()
  await expect.poll(() => db.selectFrom('series').select('erasing_slot').execute()).toEqual([{ erasing_slot: null }])
})

test('a worker whose log is unreachable loses its partitions to another one until the log is back', async () => {
  const { log, open } = await openClusterWorlds()
  let isUnavailable = false
  const head = async (partition: number) => {
    if (isUnavailable) throw new StoreUnavailable('The log is away.')
    return log.head(partition)
  }
  const [one, two] = [await open(['worker'], { ...log, head }), await open(['worker'])]
  const sizes = () => [one, two].map(({ app }) => app.ownership.ownedPartitions().length)
  for (const { app } of [one, two]) await app.ownership.start()
  await expect.poll(sizes).toEqual([2, 2])
  isUnavailable = true
  await expect.poll(sizes).toEqual([0, PARTITIONS])
  // Its leases have expired; until it notices, within two seconds, its commits are refused.
  await expect.poll(() => one.app.context.timeSeries.owned()).toEqual([])
  isUnavailable = false
  await expect.poll(sizes).toEqual([2, 2])
})
