import { setImmediate as breathe } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { BatchQueue, type BatchActions, type BatchLimits, type Batch } from './batch-queue.ts'

const LIMITS: BatchLimits = { bytes: 1e9, queueBytes: 1e9, batchSize: 10, batchMs: 0, quantum: 4 }

/** Returns a queue of words, and its committed batches unless `actions` has another commit. */
function open(limits: Partial<BatchLimits> = {}, actions: Partial<BatchActions<string, string>> = {}) {
  const batches: string[][] = []
  const queue: BatchQueue<string, string> = new BatchQueue(
    { ...LIMITS, ...limits },
    {
      commit: async (batch) => void batches.push(wordsOf(batch)),
      isUnavailable: () => false,
      failed: (error) => error,
      ...actions,
    },
  )
  return { queue, batches }
}

const wordsOf = (batch: Batch<string, string>) => batch.flatMap(({ items }) => [...items])
const words = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)
/** Returns a commit that waits for `release`. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { commit: () => promise, release: resolve }
}

describe('a batch queue', () => {
  test('commits concurrent entries in one batch, and resolves each with itself', async () => {
    const { queue, batches } = open()
    const added = [queue.add(1, 'first', ['a'], 1), queue.add(2, 'second', ['b', 'c'], 1)]
    expect(await Promise.all(added)).toEqual(['first', 'second'])
    expect(batches).toEqual([['a', 'b', 'c']])
  })

  test('waits for others before it commits a small batch', async () => {
    const { queue, batches } = open({ batchMs: 20 })
    const first = queue.add(1, 'first', ['a'], 1)
    await breathe()
    await Promise.all([first, queue.add(1, 'second', ['b'], 1)])
    expect(batches).toEqual([['a', 'b']])
  })

  test('spreads a long entry over batches, in order, and resolves it after the last', async () => {
    const { queue, batches } = open({ batchSize: 3, quantum: 3 })
    await queue.add(1, 'long', words('a', 7), 1)
    expect(batches).toEqual([['a0', 'a1', 'a2'], ['a3', 'a4', 'a5'], ['a6']])
  })

  test('resolves an entry without items, and puts no more of them into a batch than others', async () => {
    const { queue, batches } = open({ batchSize: 3, quantum: 3 })
    await Promise.all(words('empty', 7).map((name) => queue.add(1, name, [], 1)))
    expect(batches).toEqual([[], [], []])
  })

  test('serves each key in every batch, however much waits in another', async () => {
    const { queue, batches } = open({ batchSize: 8 })
    await Promise.all([
      ...Array.from({ length: 5 }, (_, index) => queue.add(1, 'many', words(`a${index}.`, 4), 1)),
      queue.add(2, 'few', words('b', 6), 1),
      queue.add(3, 'one', ['c'], 1),
    ])
    expect(batches[0]).toEqual([...words('a0.', 4), ...words('b', 4)])
    expect(batches[1]).toEqual(['c', ...words('a1.', 4), 'b4', 'b5', 'a2.0'])
    expect(batches.flat()).toHaveLength(27)
  })

  test('lets other work run between two batches', async () => {
    const { queue } = open({ batchSize: 1 })
    let turns = 0
    let isWaiting = true
    const count = () => {
      turns++
      if (isWaiting) setImmediate(count)
    }
    setImmediate(count)
    await queue.add(1, 'long', words('a', 50), 1)
    isWaiting = false
    expect(turns).toBeGreaterThanOrEqual(49)
  })
})

describe('the bounds of a batch queue', () => {
  test('saturates a key by its own bytes and leaves room to the others', async () => {
    const { commit, release } = held()
    const { queue } = open({ bytes: 1000, queueBytes: 100 }, { commit })
    const added = queue.add(1, 'much', ['a'], 75)
    expect([queue.isSaturated(1), queue.isSaturated(2)]).toEqual([true, false])
    let isDrained = false
    const drained = queue.drained(1).then(() => (isDrained = true))
    await queue.drained(2)
    expect(isDrained).toBe(false)
    release()
    await Promise.all([added, drained])
    expect(queue.isSaturated(1)).toBe(false)
  })

  test('saturates every key by the bytes of all, until they are committed', async () => {
    const { commit, release } = held()
    const { queue } = open({ bytes: 100, queueBytes: 1000 }, { commit })
    const added = [queue.add(1, 'one', ['a'], 40), queue.add(2, 'two', ['b'], 35)]
    expect([queue.isSaturated(3), queue.hasRoomFor(25), queue.hasRoomFor(26)]).toEqual([true, true, false])
    expect(() => queue.add(3, 'three', ['c'], 26)).toThrow('full')
    release()
    await Promise.all([...added, queue.drained(3)])
    expect([queue.bytes, queue.isSaturated(3)]).toEqual([0, false])
  })

  test('counts bytes in a commit until it is settled', async () => {
    const { commit, release } = held()
    const { queue } = open({}, { commit })
    const added = queue.add(1, 'one', ['a'], 10)
    await breathe()
    await breathe()
    expect(queue.bytes).toBe(10)
    release()
    await added
    expect(queue.bytes).toBe(0)
  })
})

describe('a batch that fails', () => {
  const poisoned = async (batch: Batch<string, string>) => {
    if (wordsOf(batch).includes('poison')) throw new Error('poison')
  }

  test('tries a failed batch in halves, so that an item harms only its own entry', async () => {
    const { queue } = open({}, { commit: poisoned })
    const added = ['a', 'b', 'poison', 'd', 'e'].map((word, key) => queue.add(key, word, [word], 1))
    expect((await Promise.allSettled(added)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(queue.bytes).toBe(0)
  })

  test('rejects a whole batch when the store is unavailable', async () => {
    let commits = 0
    const commit = async () => {
      commits++
      throw new Error('unavailable')
    }
    const { queue } = open({}, { commit, isUnavailable: () => true, failed: () => 'try again' })
    const added = words('a', 4).map((word) => queue.add(1, word, [word], 1))
    const outcomes = await Promise.allSettled(added)
    expect(outcomes).toEqual(added.map(() => ({ status: 'rejected', reason: 'try again' })))
    expect(commits).toBe(1)
  })

  test('drops the rest of a failed entry, and commits later ones', async () => {
    const committed: string[] = []
    const { queue } = open(
      { batchSize: 2, quantum: 2 },
      {
        commit: async (batch) => {
          await poisoned(batch)
          committed.push(...wordsOf(batch))
        },
      },
    )
    const long = queue.add(1, 'long', ['a', 'b', 'c', 'poison', 'e', 'f', 'g'], 1)
    const next = queue.add(1, 'next', ['h'], 1)
    await expect(long).rejects.toThrow('poison')
    expect(await next).toBe('next')
    expect(committed).toEqual(['a', 'b', 'h'])
    expect(queue.bytes).toBe(0)
  })
})

describe('an entry is settled once', () => {
  test('settles an entry once when the commit acknowledges it and fails afterwards', async () => {
    const { queue }: { queue: BatchQueue<string, string> } = open(
      {},
      {
        commit: async (batch) => {
          queue.acknowledge(batch)
          throw new Error('after the acknowledgement')
        },
      },
    )
    const added = [queue.add(1, 'one', ['a'], 10), queue.add(2, 'two', ['b'], 10)]
    expect(await Promise.all(added)).toEqual(['one', 'two'])
    await queue.close()
    expect([queue.bytes, queue.hasRoomFor(0)]).toEqual([0, false])
  })

  test('settles an entry once when the commit rejects it', async () => {
    const { queue }: { queue: BatchQueue<string, string> } = open(
      { batchSize: 2, quantum: 2 },
      {
        commit: async (batch) => {
          for (const { queued } of batch) if (queued.entry === 'refused') queue.reject(queued, 'no room')
        },
      },
    )
    const refused = queue.add(1, 'refused', words('a', 5), 10)
    const other = queue.add(2, 'other', ['b'], 10)
    await expect(refused).rejects.toBe('no room')
    expect(await other).toBe('other')
    expect(queue.bytes).toBe(0)
  })

  test('settles every entry once with random keys, lengths and failures', async () => {
    const { queue } = open(
      { batchSize: 5, quantum: 2 },
      {
        commit: async (batch) => {
          await breathe()
          if (wordsOf(batch).some((word) => word.endsWith('13'))) throw new Error('thirteen')
        },
      },
    )
    const settled = new Map<string, number>()
    const count = (name: string) => settled.set(name, (settled.get(name) ?? 0) + 1)
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        queue.add(index % 7, `entry${index}`, words(`${index}.`, index % 17), index).then(
          () => count(`resolved${index}`),
          () => count(`rejected${index}`),
        ),
      ),
    )
    expect(settled.size).toBe(60)
    expect(new Set(settled.values())).toEqual(new Set([1]))
    const rejected = [...settled.keys()].filter((name) => name.startsWith('rejected'))
    expect(rejected).toHaveLength(Array.from({ length: 60 }, (_, index) => index % 17).filter((n) => n > 13).length)
    expect(queue.bytes).toBe(0)
  })
})

test('commits waiting entries on close, and leaves no room for more', async () => {
  const { queue, batches } = open({ batchMs: 10 })
  const added = queue.add(1, 'one', words('a', 25), 1)
  await queue.close()
  expect(await added).toBe('one')
  expect(batches.flat()).toEqual(words('a', 25))
  expect(queue.hasRoomFor(0)).toBe(false)
})
