import { expect, test } from 'vitest'
import { BatchQueues } from './batch-queues.ts'

const LIMITS = { bytes: 1000, queueBytes: 100, batchSize: 10, batchMs: 0, quantum: 4 }

test('drains all queues for a sender of many keys, and one queue for a sender of one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const actions = { commit: () => promise, isUnavailable: () => false, failed: (error: unknown) => error }
  const queues = new BatchQueues<string, string>(4, (key) => key % 4, { limits: LIMITS, ...actions })
  const added = [queues.of(1).add(1, 'entry', ['a'], 100)]
  expect([queues.isSaturated(1), queues.isSaturated(2), queues.isSaturated()]).toEqual([true, false, false])
  for (let key = 2; key <= 10; key++) added.push(queues.of(key).add(key, 'entry', ['a'], 100))
  expect([queues.isSaturated(11), queues.isSaturated()]).toEqual([true, true])
  const drained = queues.drained()
  resolve()
  await drained
  await Promise.all(added)
  expect(queues.isSaturated()).toBe(false)
})
