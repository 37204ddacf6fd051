import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../platform/db/errors.ts'
import { openClusterWorlds, PARTITIONS } from '../../test/cluster-worlds.ts'
import { interruptErasure } from '../../test/interrupted-erasure.ts'

test('a worker that ends gives its partitions back while it still asks the log how far it is', async () => {
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

test('the owner of each partition erases what another process asks for, also after it has changed', async () => {
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

test('a cluster starts while values wait to be erased, and their owner erases them', async () => {
  const { db, open } = await openClusterWorlds()
  await interruptErasure(await open(['web']), 9)
  const { app } = await open()
  await app.ownership.start()
  await expect.poll(() => db.selectFrom('series').select('erasing_slot').execute()).toEqual([{ erasing_slot: null }])
})

test('what a worker has that the log is away from goes to another one, and it gets its share when the log is back', async () => {
  const { log, open } = await openClusterWorlds()
  let isAway = false
  const head = async (partition: number) => {
    if (isAway) throw new StoreUnavailable('The log is away.')
    return log.head(partition)
  }
  const [one, two] = [await open(['worker'], { ...log, head }), await open(['worker'])]
  const sizes = () => [one, two].map(({ app }) => app.ownership.ownedPartitions().length)
  for (const { app } of [one, two]) await app.ownership.start()
  await expect.poll(sizes).toEqual([2, 2])
  isAway = true
  await expect.poll(sizes).toEqual([0, PARTITIONS])
  // Its leases have ended; it notices within two seconds, and until then what it commits is refused.
  await expect.poll(() => one.app.context.timeSeries.owned()).toEqual([])
  isAway = false
  await expect.poll(sizes).toEqual([2, 2])
})
