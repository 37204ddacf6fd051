import { expect, test } from 'vitest'
import { BatchQueues } from './batch-queues.ts'

const LIMITS = { bytes: 1000, laneBytes: 100, batchSize: 10, batchMs: 0, quantum: 4 }

test('drains all queues for a sender of many lanes, and one queue for a sender of one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const actions = { commit: () => promise, isUnavailable: () => false, failed: (error: unknown) => error }
  const queues = new BatchQueues<string, string>(4, (lane) => lane % 4, { limits: LIMITS, ...actions })
  const added = [queues.of(1).add(1, 'entry', ['a'], 100)]
  expect([queues.isSaturated(1), queues.isSaturated(2), queues.isSaturated()]).toEqual([true, false, false])
  for (let lane = 2; lane <= 10; lane++) added.push(queues.of(lane).add(lane, 'entry', ['a'], 100))
  expect([queues.isSaturated(11), queues.isSaturated()]).toEqual([true, true])
  const drained = queues.drained()
  resolve()
  await drained
  await Promise.all(added)
  expect(queues.isSaturated()).toBe(false)
})
