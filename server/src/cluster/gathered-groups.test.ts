import type { AppendedGroup } from '@greenhouse/timeseries'
import { expect, test } from 'vitest'
import { gatherGroups } from './gathered-groups.ts'

const groupAt = (seq: number): AppendedGroup => ({ partition: 0, seq, entries: [], outcomes: new Uint8Array() })

test('hands groups on together, without making their sender wait for the evaluation', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const evaluated: number[] = []
  const gathered = gatherGroups({
    consume({ seq }) {
      evaluated.push(seq)
      begun.resolve()
      return held.promise
    },
    settled: () => held.promise,
  })
  await gathered.consume(groupAt(1))
  await gathered.consume(groupAt(2))
  expect(evaluated).toEqual([])
  await begun.promise
  await Promise.resolve()
  expect(evaluated).toEqual([1, 2])

  let isSettled = false
  await gathered.consume(groupAt(3))
  const settled = gathered.settled().then(() => (isSettled = true))
  await expect.poll(() => evaluated).toEqual([1, 2, 3])
  expect(isSettled).toBe(false)
  held.resolve()
  await settled
})
