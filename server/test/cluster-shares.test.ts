import { expect, onTestFinished, test } from 'vitest'
import { openClusterWorlds, PARTITIONS } from './cluster-worlds.ts'

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
  await app.shares.start()
  await expect.poll(() => app.shares.held().length).toBe(PARTITIONS)
  hangs = true
  await expect.poll(() => asked.size).toBe(PARTITIONS)
  const closing = app.shares.close()
  await expect.poll(() => db.selectFrom('lease').select('name').execute()).toEqual([])
  answers.resolve()
  await closing
})
