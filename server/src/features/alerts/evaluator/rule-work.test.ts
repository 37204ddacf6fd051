import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { databases, openTestSqlite } from '../../../../test/databases.ts'
import { openGarden, type RuleNode } from '../../../../test/rule-nodes.ts'
import { seededRandom } from '../../../../../testing/random.ts'
import type { TimeSeries, Entry } from '@greenhouse/timeseries'
import { seeds } from '../../../../../testing/test-run.ts'

/** Has something done before the next transaction of a process, and only before that. */
function before(node: RuleNode, work: () => Promise<unknown>): void {
  node.beforeTransaction = async () => {
    node.beforeTransaction = async () => {}
    await work()
  }
}

describe.each(databases)('rules in several processes on %s', (_name, open) => {
  test('evaluates the current meaning of rules, also when another process changes it during the evaluation', async () => {
    const garden = await openGarden(open)
    const [owner, web] = [await garden.join(), await garden.join()]
    await garden.own(owner)
    before(owner, () => garden.saveLimit(web, 40))
    await owner.work.consume(await garden.append(30))
    expect(await garden.episodes()).toEqual([])
    await owner.work.consume(await garden.append(41))
    expect(await garden.episodes()).toEqual([[41, null, null]])
  })

  test('evaluates a rule on the newest values once when another process saved it without them', async () => {
    const garden = await openGarden(open)
    const { deviceKey, timeSeries } = garden
    const seq = await timeSeries.position(0)
    const newest = await timeSeries.newest([deviceKey])
    const owner = await garden.join()
    const web = await garden.join({ position: async () => seq, newest: async () => newest })
    await garden.own(owner)
    await owner.work.consume(await garden.append(25))
    await garden.saveLimit(web, 24)
    await expect.poll(garden.episodes).toEqual([[25, null, null]])
    await garden.saveLimit(web, 24)
    await owner.work.consume(await garden.append(26, 20))
    expect(await garden.episodes()).toEqual([[25, 20, 'back']])
  })

  test('evaluates rules that were saved while messages were lost on the newest values afterwards', async () => {
    const garden = await openGarden(open)
    const { deviceKey, timeSeries } = garden
    const seq = await timeSeries.position(0)
    const newest = await timeSeries.newest([deviceKey])
    const gone = await garden.join()
    const web = await garden.join({ position: async () => seq, newest: async () => newest })
    await garden.own(gone)
    await gone.work.consume(await garden.append(25))
    await gone.work.end(0)
    await garden.saveLimit(web, 24)
    expect(await garden.episodes()).toEqual([])
    await garden.own(await garden.join())
    expect(await garden.episodes()).toEqual([[25, null, null]])
  })

  test('closes an episode once when its rule is removed while the owner closes it', async () => {
    const garden = await openGarden(open)
    const [owner, web] = [await garden.join(), await garden.join()]
    await garden.own(owner)
    await owner.work.consume(await garden.append(30))
    before(owner, () => garden.removeRule(web))
    await owner.work.consume(await garden.append(20))
    expect(await garden.episodes()).toEqual([[30, null, 'rule-removed']])
  })

  test('closes an episode once when the owner closes it while its rule is removed', async () => {
    const garden = await openGarden(open)
    const [owner, web] = [await garden.join(), await garden.join()]
    await garden.own(owner)
    await owner.work.consume(await garden.append(30))
    const closing = await garden.append(20)
    before(web, () => owner.work.consume(closing))
    await garden.removeRule(web)
    expect(await garden.episodes()).toEqual([[30, 20, 'back']])
  })

  test('closes an episode that the owner opens while its rule is removed', async () => {
    const garden = await openGarden(open)
    const [owner, web] = [await garden.join(), await garden.join()]
    await garden.own(owner)
    const opening = await garden.append(30)
    before(web, () => owner.work.consume(opening))
    await garden.removeRule(web)
    expect(await garden.episodes()).toEqual([[30, null, 'rule-removed']])
  })

  test('evaluates nothing and stores no position in a former owner of a partition', async () => {
    const garden = await openGarden(open)
    const [slept, next] = [await garden.join(), await garden.join()]
    const position = () => garden.db.selectFrom('alert_position').select('seq').executeTakeFirst()
    await garden.own(slept)
    await garden.own(next)
    const taken = await position()
    await slept.work.consume(await garden.append(20))
    expect(await position()).toEqual(taken)
    await slept.work.consume(await garden.append(30))
    await slept.work.end(0)
    expect([await garden.episodes(), await position()]).toEqual([[], taken])
    await next.work.consume(await garden.append(21))
    expect(await garden.episodes()).toEqual([[30, 21, 'back']])
  })
})

test('groups that come together are evaluated in one transaction, as one after the other', async () => {
  const garden = await openGarden(openTestSqlite)
  const owner = await garden.join()
  await garden.own(owner)
  const groups = []
  for (let index = 0; index < 100; index++) groups.push(await garden.append(index % 10 === 5 ? 30 : 20))
  const begun = owner.transactions
  await Promise.all(groups.toReversed().map((group) => owner.work.consume(group)))
  expect(await garden.episodes()).toEqual(Array.from({ length: 10 }, () => [30, 20, 'back']))
  expect(owner.transactions - begun).toBe(1)
})

test('a rule that was saved between groups that come together begins with those after it', async () => {
  const garden = await openGarden(openTestSqlite)
  const [owner, web] = [await garden.join(), await garden.join()]
  await garden.own(owner)
  const groups = [await garden.append(26), await garden.append(20)]
  await garden.saveLimit(web, 25)
  groups.push(await garden.append(27))
  await Promise.all(groups.map((group) => owner.work.consume(group)))
  expect(await garden.episodes()).toEqual([[27, null, null]])
})

test('a repeated reading does not make up for one whose evaluation has failed', async () => {
  const garden = await openGarden(openTestSqlite)
  const owner = await garden.join({}, true)
  await garden.own(owner)
  const group = await garden.append(30)
  before(owner, () => Promise.reject(new Error('The database is away.')))
  await owner.work.consume(group)
  const again = { entries: group.entries, ...(await garden.timeSeries.append(group.entries)) }
  expect(again.seq).toBe(group.seq)
  await owner.work.consume(again)
  expect(await garden.episodes()).toEqual([[30, null, null]])
})

test('finds missed groups although others arrive meanwhile', async () => {
  const garden = await openGarden(openTestSqlite)
  const { timeSeries } = garden
  await garden.append(30)
  let appended: unknown
  const newest: typeof timeSeries.newest = async (deviceKeys) => {
    appended ??= await garden.append(20)
    return timeSeries.newest(deviceKeys)
  }
  await garden.own(await garden.join({ newest }))
  expect(await garden.episodes()).toEqual([[30, 20, 'back']])
})

test('opens nothing in the next owner for readings that a gateway stored again without reading chunks', async () => {
  const garden = await openGarden(openTestSqlite)
  const { timeSeries } = garden
  const owner = await garden.join()
  await garden.own(owner)
  const group = await garden.append(30, 20)
  await owner.work.consume(group)
  await timeSeries.compact()
  const seq = group.seq + 1
  const next = await garden.join({
    position: async () => seq,
    async *follow() {
      yield { seq, entries: group.entries }
    },
  })
  await garden.own(next)
  expect(await garden.episodes()).toEqual([[30, 20, 'back']])
})

test('excludes some readings that a gateway stored again from a hold', async () => {
  const garden = await openGarden(openTestSqlite)
  const { db, timeSeries } = garden
  await db.updateTable('rule').set({ hold_seconds: 90 }).where('id', '=', garden.ruleId).execute()
  const owner = await garden.join()
  await garden.own(owner)
  const group = await garden.append(30, 20)
  await owner.work.consume(group)
  await timeSeries.compact()
  const [first, second] = group.entries
  const { entries } = await garden.append(30)
  await garden.own(await garden.join(logOf(group.seq, [[first!], entries, [second!]])))
  expect(await garden.episodes()).toEqual([])
})

test('ignores readings from before a rule was saved that a gateway stored again', async () => {
  const garden = await openGarden(openTestSqlite, '>=40')
  const { timeSeries } = garden
  const owner = await garden.join()
  await garden.own(owner)
  const group = await garden.append(30, 20)
  await owner.work.consume(group)
  await garden.saveLimit(owner, 28)
  await timeSeries.compact()
  const [first, second] = group.entries
  const { entries } = await garden.append(21)
  await garden.own(await garden.join(logOf(group.seq, [[first!], entries, [second!]])))
  expect(await garden.episodes()).toEqual([])
})

test('a rule that was saved by who has read more than its owner is not evaluated on less', async () => {
  const garden = await openGarden(openTestSqlite, '>=40')
  const { deviceKey, timeSeries } = garden
  const behind = await garden.append(30)
  const newest = await timeSeries.newest([deviceKey])
  const log = logOf(behind.seq - 1, [behind.entries])
  const owner = await garden.join({ ...log, newest: async () => newest })
  const web = await garden.join()
  await garden.own(owner)
  await garden.append(20)
  await garden.saveLimit(web, 28)
  await owner.work.settled()
  expect(await garden.episodes()).toEqual([])
})

/** A log that has these groups after a position. */
function logOf(seq: number, groups: ReadonlyArray<readonly Entry[]>): Partial<TimeSeries> {
  return {
    position: async () => seq + groups.length,
    async *follow() {
      for (const [index, entries] of groups.entries()) yield { seq: seq + 1 + index, entries }
    },
  }
}

test('writes exact episodes though owners die, sleep, fail and return, and groups arrive twice and in any order', async () => {
  for (const seed of seeds(12)) {
    const random = seededRandom(seed)
    const garden = await openGarden(openTestSqlite)
    const nodes = [await garden.join(), await garden.join(), await garden.join()]
    const some = () => nodes[Math.floor(random() * nodes.length)]!
    await garden.own(nodes[0]!)
    const expected: Array<[number, number | null, string | null]> = []
    const following: Array<Promise<void>> = []
    for (let step = 0; step < 40; step++) {
      const values = Array.from({ length: 1 + Math.floor(random() * 3) }, () => 26 + Math.floor(random() * 4))
      const group = await garden.append(...values)
      for (const value of values) {
        const open = expected.at(-1)?.[2] === null ? expected.at(-1) : undefined
        if (!open && value >= 28) expected.push([value, null, null])
        if (open && value < 28) open.splice(1, 2, value, 'back')
      }
      // Every process follows the log, the former owners too.
      for (const node of nodes) {
        if (random() < 0.8) following.push(node.work.consume(group))
        if (random() < 0.1) following.push(node.work.consume(group))
      }
      if (random() < 0.1) before(some(), () => Promise.reject(new Error('It failed.')))
      if (random() < 0.2) await garden.own(some()).catch(() => {})
      if (random() < 0.3) await Promise.all(following.splice(0))
      if (random() < 0.1) await wait(1)
    }
    await Promise.all(following)
    for (const node of nodes) node.beforeTransaction = async () => {}
    await garden.own(nodes[0]!)
    expect(await garden.episodes(), `seed ${seed}`).toEqual(expected)
  }
})
