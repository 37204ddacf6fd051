import { expect, test } from 'vitest'
import { openQueueStore } from './queue-store.ts'
import type { QueuedAct } from './queued-act.ts'

const anAct = (key: string, order: number, userId = 'ann'): QueuedAct => ({
  route: 'remove',
  key,
  label: key,
  params: { careId: key },
  query: { batch: '1' },
  userId,
  order,
  at: '2026-06-16T12:12:00.000Z',
  tries: 0,
  refusal: undefined,
})

/** Sends an event in the next task. */
function later(name: string): EventTarget {
  const target = new EventTarget()
  setTimeout(() => target.dispatchEvent(new Event(name)))
  return target
}

/** A database of one table, which commits in the next task. */
function fakeDatabases(rows = new Map<string, QueuedAct>()): IDBFactory {
  const done = (result: unknown) => ({ result })
  const acts = {
    getAll: () => done([...rows.values()]),
    put: (row: QueuedAct) => done(rows.set(row.key, structuredClone(row))),
    delete: (key: string) => done(rows.delete(key)),
  }
  const transaction = () => Object.assign(later('complete'), { objectStore: () => acts })
  const open = () => Object.assign(later('success'), { result: { transaction } })
  return { open } as unknown as IDBFactory
}

const broken = {
  open: () => {
    throw new Error('not here')
  },
} as unknown as IDBFactory

test.each([
  ['a database', () => fakeDatabases()],
  ['memory, without one', () => undefined],
  ['memory, when it fails', () => broken],
])('lists the acts of a person in their order from %s', async (_name, factory) => {
  const store = openQueueStore(factory())
  for (const act of [anAct('b', 2), anAct('a', 1), anAct('c', 3, 'bob'), anAct('d', 4)]) await store.put(act)
  await store.remove('d')
  expect((await store.list('ann')).map(({ key }) => key)).toEqual(['a', 'b'])
  await store.removeAllBut('bob')
  expect(await store.list('ann')).toEqual([])
  expect((await store.list('bob')).map(({ key }) => key)).toEqual(['c'])
})

test('keeps acts in the database over a reload', async () => {
  const databases = fakeDatabases()
  await openQueueStore(databases).put(anAct('a', 1))
  expect(await openQueueStore(databases).list('ann')).toEqual([anAct('a', 1)])
})
