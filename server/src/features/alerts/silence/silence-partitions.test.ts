import { deviceRoutes, plantRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { alertingWorld, measure } from '../../../../test/alerting.ts'
import { databases } from '../../../../test/databases.ts'
import { openGarden } from '../../../../test/rule-nodes.ts'
import { LeaseLostError } from '@greenhouse/timeseries'
import type { Db } from '../../../platform/db/schema.ts'
import { deviceForPlant } from '../../plants/plant-device-store.ts'
import { openAlerting } from '../evaluator/evaluate-rules.ts'
import { LastValues } from './last-values.ts'
import { findCountFrom, listSilenceOfAccounts } from './silence-store.ts'
import { openSilenceSweep } from './silence-sweep.ts'

const PARTITIONS = 4
const QUARTER_MINUTE = 15_000

describe.each(databases)('silence in several processes on %s', (_name, open) => {
  /** Five devices that have just sent something, and processes that look for silence. */
  async function garden() {
    const world = await alertingWorld(open)
    const { ann, app, clock, device } = world
    const devices = [device]
    for (let index = 0; index < 4; index++) devices.push(await world.aDevice(ann, `Bed ${index}`))
    for (const { deviceId } of devices)
      await ann.call(deviceRoutes.changePreferences, { body: { deviceId, interval: '60' } })
    for (const { deviceToken } of devices) await measure(world, deviceToken, 20)
    const keys = (await app.context.db.selectFrom('device').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    )
    const owners = new Map<number, object>()
    const orphans: string[] = []

    /** Starts a process. It keeps its partitions until another one takes them. */
    function join(name: string) {
      const node = { name, unfollowed: new Set<number>(), isDatabaseAway: false }
      const fence = async (_tx: unknown, partition: number) => {
        if (owners.get(partition) !== node) throw new LeaseLostError('Another process owns it.')
      }
      const partitioned = { partitions: PARTITIONS, partitionOf: (key: number) => key % PARTITIONS, fence }
      const timeSeries = { ...app.context.timeSeries, ...partitioned }
      const lastValues = new LastValues()
      const endOrphans = async () => void orphans.push(name)
      const notifications = {
        queue: async () => {},
        queueReminder: async () => {},
        queueAdvice: async () => {},
        wake: () => {},
      }
      const alerting = openAlerting({ ...app.context, notifications })
      const { watched } = alerting
      const receives = (partition: number) => !node.unfollowed.has(partition)
      const options = { alerting, lastValues, watched, receives, hasSuccessor: true, endOrphans }
      const db = unless(() => node.isDatabaseAway, app.context.db)
      const sweep = openSilenceSweep({ ...app.context, db, timeSeries }, options)
      return Object.assign(node, { sweep, watched })
    }
    type Node = ReturnType<typeof join>

    return {
      db: app.context.db,
      clock,
      orphans,
      keys,
      join,
      async own(node: Node, ...partitions: number[]) {
        for (const partition of partitions) {
          owners.set(partition, node)
          node.watched.begin(partition, clock.now, await findCountFrom(app.context.db, partition, 60_000))
        }
      },
      async pass(minutes: number, ...nodes: Node[]) {
        for (let step = 0; step < minutes * 4; step++) {
          clock.now += QUARTER_MINUTE
          await Promise.all(nodes.map(({ sweep }) => sweep.runNow()))
        }
      },
      async silent() {
        const rows = await app.context.db.selectFrom('episode').select(['device_key', 'opened_at']).execute()
        return rows.map((row) => row.device_key ?? 0).toSorted((one, other) => one - other)
      },
    }
  }

  test('opens silence once, in the owner of its device', async () => {
    const { db, join, own, pass, silent, orphans } = await garden()
    const [one, two] = [join('one'), join('two')]
    await own(one, 0, 1)
    await own(two, 2, 3)
    const scope = { owned: [2, 3], partitions: PARTITIONS, after: 0, limit: 100 }
    const rules = await listSilenceOfAccounts(db, scope)
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.every(({ deviceKey }) => deviceKey % PARTITIONS >= 2)).toBe(true)
    await pass(20, one)
    expect((await silent()).every((key) => key % PARTITIONS < 2)).toBe(true)
    await pass(20, one, two)
    expect(await silent()).toHaveLength(5)
    expect(new Set(await silent()).size).toBe(5)
    expect(new Set(orphans)).toEqual(new Set(['one']))
  })

  test('watches no device that holds values of a plant', async () => {
    const { ann, app } = await alertingWorld(open)
    const { db } = app.context
    const scope = { owned: [0], partitions: 1, after: 0, limit: 10 }
    const body = { plantName: 'Basil', plantType: 'Herb' }
    const { plantId } = (await ann.call(plantRoutes.create, { body })).body
    const plant = { plantId, plantName: 'Basil', householdId: ann.householdId, degreesBy: '2026-11-17 10 30' }
    const { deviceKey } = await deviceForPlant(db, { ...plant, deviceId: crypto.randomUUID(), createdAt: 0 })
    const watched = (await listSilenceOfAccounts(db, scope)).map((rule) => rule.deviceKey)
    expect(watched).toHaveLength(1)
    expect(watched).not.toContain(deviceKey)
  })

  test('counts on with the next owner, and is not noted by the one before, which does not know yet', async () => {
    const { join, keys, own, pass, silent } = await garden()
    const [slept, next] = [join('slept'), join('next')]
    await own(slept, 0, 1, 2, 3)
    await pass(14, slept)
    await own(next, 0, 1, 2, 3)
    await pass(0.5, slept, next)
    expect(await silent()).toEqual([])
    await pass(0.75, slept)
    expect(await silent()).toEqual([])
    await pass(0.25, slept, next)
    expect(await silent()).toEqual(keys)
  })

  test('counts nothing anew in a process that slept and lost the partition', async () => {
    const { db, join, own, pass } = await garden()
    const countFrom = () =>
      db.selectFrom('silence_watch').select(['partition', 'count_from']).orderBy('partition').execute()
    const [slept, next] = [join('slept'), join('next')]
    await own(slept, 0, 1, 2, 3)
    await pass(5, slept)
    const counted = await countFrom()
    await own(next, 0, 1, 2, 3)
    await pass(2, next)
    await slept.sweep.runNow()
    expect(await countFrom()).toEqual(counted)
    expect(counted).toHaveLength(PARTITIONS)
  })

  test('counts no silence while a partition does not reach the process, and restarts the count afterwards', async () => {
    const { join, keys, own, pass, silent } = await garden()
    const node = join('node')
    await own(node, 0, 1, 2, 3)
    node.unfollowed = new Set([0, 1])
    await pass(20, node)
    const followed = keys.filter((key) => key % PARTITIONS >= 2)
    expect(await silent()).toEqual(followed)
    node.unfollowed = new Set()
    await pass(15, node)
    expect(await silent()).toEqual(followed)
    await pass(1, node)
    expect(await silent()).toEqual(keys)
  })

  test('does not begin anew when a process does not follow the log for a moment', async () => {
    const { join, own, pass, silent } = await garden()
    const node = join('node')
    await own(node, 0, 1, 2, 3)
    await pass(10, node)
    node.unfollowed = new Set([0, 1, 2, 3])
    await pass(0.5, node)
    node.unfollowed = new Set()
    await pass(5, node)
    expect(await silent()).toHaveLength(5)
  })

  test('counts no silence while the database is unavailable, and restarts the count afterwards', async () => {
    const { join, own, pass, silent } = await garden()
    const node = join('node')
    await own(node, 0, 1, 2, 3)
    node.isDatabaseAway = true
    await pass(20, node)
    node.isDatabaseAway = false
    await pass(15, node)
    expect(await silent()).toEqual([])
    await pass(1, node)
    expect(await silent()).toHaveLength(5)
  })
})

/** Returns a database that can be made unavailable. */
function unless(isAway: () => boolean, db: Db): Db {
  return new Proxy(db, {
    get(target, name) {
      if (isAway()) throw new Error('away')
      const own: unknown = Reflect.get(target, name, target)
      return typeof own === 'function' ? (own.bind(target) as unknown) : own
    },
  })
}

describe.each(databases)('silence in a partition on %s', (_name, open) => {
  /** Processes that evaluate rules and look for silence, and the times at which episodes on silence opened and closed. */
  async function garden() {
    const world = await openGarden(open)
    const { ann, app, clock, db, device, timeSeries } = world
    await ann.call(deviceRoutes.changePreferences, { body: { deviceId: device.deviceId, interval: '60' } })

    async function join() {
      const node = await world.join()
      const { lastValues, watched } = node.alerting
      const receives = () => true
      const own = { alerting: node.alerting, lastValues, watched }
      const options = { ...own, receives, hasSuccessor: true, endOrphans: async () => {} }
      const { runNow } = openSilenceSweep({ ...app.context, timeSeries: node.timeSeries }, options)
      return Object.assign(node, { sweep: runNow })
    }

    return {
      ...world,
      join,
      /** Lets minutes pass in which processes look for silence. */
      async pass(minutes: number, ...nodes: Array<Awaited<ReturnType<typeof join>>>) {
        for (let step = 0; step < minutes * 4; step++) {
          clock.now += QUARTER_MINUTE
          for (const { sweep } of nodes) await sweep()
        }
      },
      async silences() {
        const rows = await db.selectFrom('episode').selectAll().where('kind', '=', 'silent').execute()
        return rows.map((row) => [row.opened_at, row.closed_at])
      },
      newestAt: async () => (await timeSeries.newest([world.deviceKey])).get(world.deviceKey)?.[0]?.at,
    }
  }

  test('finds silence once though the owner changes meanwhile', async () => {
    const { join, own, pass, silences } = await garden()
    const nodes = [await join(), await join()]
    for (let hour = 0; hour < 2; hour++)
      for (const turn of [0, 1, 0]) {
        await own(nodes[turn]!)
        await pass(10, ...nodes)
      }
    expect(await silences()).toEqual([[expect.any(Number), null]])
  })

  test('counts anew with an owner before whom nobody has checked for more than a minute', async () => {
    const { db, join, own, pass, silences } = await garden()
    const [node, other] = [await join(), await join()]
    await own(node)
    await pass(14, node)
    await db
      .updateTable('silence_watch')
      .set(({ eb }) => ({ looked_at: eb('looked_at', '-', 61_000) }))
      .execute()
    await own(other)
    await pass(14, other)
    expect(await silences()).toEqual([])
    await pass(2, other)
    expect(await silences()).toHaveLength(1)
  })

  test('closes silence with a value that arrived while another process owned the partition', async () => {
    const { join, own, pass, append, silences, newestAt } = await garden()
    const [node, other] = [await join(), await join()]
    await own(node)
    await pass(16, node)
    expect(await silences()).toEqual([[expect.any(Number), null]])
    await node.work.end(0)
    await own(other)
    await append(21)
    await own(node)
    await node.sweep()
    expect(await silences()).toEqual([[expect.any(Number), await newestAt()]])
  })
})
