import { deviceRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { alertingWorld, measure } from '../../../test/alerting.ts'
import { databases } from '../../../test/databases.ts'
import { LeaseLostError } from '../../platform/timeseries/timeseries.ts'
import { openAlerting } from './evaluate-rules.ts'
import { LastValues } from './last-values.ts'
import { listSilenceRules } from './silence-store.ts'
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
    const owners = new Map<number, object>()
    const orphans: string[] = []

    /** Starts a process. What it believes to own is what it owned when it last looked. */
    function join(name: string) {
      const node = { name, isAsleep: false, believed: [] as number[] }
      const owned = () => {
        if (!node.isAsleep)
          node.believed = [...owners].filter(([, owner]) => owner === node).map(([partition]) => partition)
        return node.believed
      }
      const fence = async (_tx: unknown, partition: number) => {
        if (owners.get(partition) !== node) throw new LeaseLostError('Another process owns it.')
      }
      const partitioned = { partitions: PARTITIONS, partitionOf: (key: number) => key % PARTITIONS, owned, fence }
      const timeSeries = { ...app.context.timeSeries, ...partitioned }
      const lastValues = new LastValues()
      const endOrphans = async () => void orphans.push(name)
      const notifications = { queue: async () => {}, queueReminder: async () => {}, wake: () => {} }
      const alerting = openAlerting({ ...app.context, notifications })
      const sweep = openSilenceSweep({ ...app.context, timeSeries }, { alerting, lastValues, endOrphans })
      return Object.assign(node, { sweep })
    }
    type Node = ReturnType<typeof join>

    return {
      db: app.context.db,
      clock,
      orphans,
      join,
      own(node: Node, ...partitions: number[]) {
        for (const partition of partitions) owners.set(partition, node)
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

  test('is seen by the owner of its device, once', async () => {
    const { db, join, own, pass, silent, orphans } = await garden()
    const [one, two] = [join('one'), join('two')]
    own(one, 0, 1)
    own(two, 2, 3)
    const rules = await listSilenceRules(db, { owned: [2, 3], partitions: PARTITIONS }, '', 100)
    expect(rules.every(({ deviceKey }) => deviceKey % PARTITIONS >= 2)).toBe(true)
    await pass(20, one)
    expect((await silent()).every((key) => key % PARTITIONS < 2)).toBe(true)
    await pass(20, one, two)
    expect(await silent()).toHaveLength(5)
    expect(new Set(await silent()).size).toBe(5)
    expect(new Set(orphans)).toEqual(new Set(['one']))
  })

  test('counts anew with the owner, and is not noted by the one before, which does not know yet', async () => {
    const { join, own, pass, silent } = await garden()
    const [slept, next] = [join('slept'), join('next')]
    own(slept, 0, 1, 2, 3)
    await pass(14, slept)
    slept.isAsleep = true
    own(next, 0, 1, 2, 3)
    await pass(14, slept, next)
    expect(await silent()).toEqual([])
    await pass(2, slept, next)
    expect(await silent()).toHaveLength(5)
  })
})
