import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { ON_CLUSTER } from '../../../../testing/on-cluster.ts'
import { interruptErasure } from '../../../test/interrupted-erasure.ts'
import { createWorld } from '../../../test/world.ts'
import { openUnfinishedErasures } from './unfinished-erasures.ts'
import { listErasing } from './series-store.ts'

// In a cluster the worker of the world erases as well.
test.skipIf(ON_CLUSTER)('erases in the owned partitions and retries failures', async () => {
  const world = await createWorld()
  const { context } = world.app
  const { db } = context
  const keys = [await interruptErasure(world, 7), await interruptErasure(world, 8), await interruptErasure(world, 9)]
  const partitionOf = (deviceKey: number) => keys.indexOf(deviceKey)
  const erased: unknown[] = []
  let isAway = true
  async function eraseSlot(deviceKey: number, slot: number): Promise<void> {
    if (isAway && partitionOf(deviceKey) === 0) throw new Error('The log is away.')
    erased.push([partitionOf(deviceKey), slot])
  }
  const timeSeries = { ...context.timeSeries, partitionOf, owned: () => [0, 1, 2], eraseSlot }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const erasures = openUnfinishedErasures({ ...context, timeSeries })
  onTestFinished(() => erasures.close())
  erasures.start()
  erasures.resume(0)
  erasures.resume(1)
  await vi.waitFor(async () => expect(await listErasing(db)).toHaveLength(2), PATIENT)
  expect(erased).toEqual([[1, 8]])
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(
    () =>
      expect(erased).toEqual([
        [1, 8],
        [0, 7],
      ]),
    PATIENT,
  )
  await vi.waitFor(async () => expect(await listErasing(db)).toMatchObject([{ device_key: keys[2] }]), PATIENT)
})
