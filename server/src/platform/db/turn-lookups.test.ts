import { expect, test } from 'vitest'
import { TurnLookups } from './turn-lookups.ts'

/** Returns lookups that find every key but `none`, and the queries made. */
function recorded(batchSize = 64) {
  const queries: Array<readonly string[]> = []
  const lookups = new TurnLookups(async (keys: readonly string[]) => {
    queries.push(keys)
    if (keys.includes('fails')) throw new Error('The query failed.')
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key} found`]))
  }, batchSize)
  return { queries, lookups }
}

test('looks up the keys of one turn with one query, each once', async () => {
  const { queries, lookups } = recorded()
  const found = await Promise.all(['a', 'b', 'none', 'a'].map((key) => lookups.find(key)))
  expect(found).toEqual(['a found', 'b found', undefined, 'a found'])
  expect(queries).toEqual([['a', 'b', 'none']])
})

test('queries a key again in a later turn', async () => {
  const { queries, lookups } = recorded()
  await lookups.find('a')
  await lookups.find('a')
  expect(queries).toEqual([['a'], ['a']])
})

test('looks up a key without waiting for a running query', async () => {
  const answers = [Promise.withResolvers<Map<string, number>>(), Promise.withResolvers<Map<string, number>>()]
  const queried: string[] = []
  const lookups = new TurnLookups((keys: readonly string[]) => answers[queried.push(...keys) - 1]!.promise, 64)
  const first = lookups.find('a')
  await expect.poll(() => queried).toEqual(['a'])
  const second = lookups.find('a')
  answers[1]!.resolve(new Map([['a', 2]]))
  expect(await second).toBe(2)
  answers[0]!.resolve(new Map([['a', 1]]))
  expect(await first).toBe(1)
})

test('limits the keys of a query', async () => {
  const { queries, lookups } = recorded(2)
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => lookups.find(key)))
  expect(queries).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('rejects only the lookups of its turn when a query fails', async () => {
  const { lookups } = recorded()
  const failed = await Promise.allSettled([lookups.find('a'), lookups.find('fails')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await lookups.find('a')).toBe('a found')
})
