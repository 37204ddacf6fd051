import { openLoneBus } from '../src/platform/bus/lone-bus.ts'
import { randomUUID } from 'node:crypto'
import { openAlerting, type Alerting } from '../src/features/alerts/evaluator/evaluate-rules.ts'
import { IN_CLUSTER } from '../src/features/alerts/evaluator/evaluator-options.ts'
import { openRuleWork, type RuleWork } from '../src/features/alerts/evaluator/rule-work.ts'
import { KnownDevices } from '../src/features/devices/known-devices.ts'
import type { Db } from '../src/platform/db/schema.ts'
import type { OpenDatabase } from '../src/platform/db/open.ts'
import { LeaseLostError, type TimeSeries, type AppendedGroup } from '@greenhouse/timeseries'
import { addCondition, alertingWorld, measure } from './alerting.ts'
import { BusNetwork } from './bus-network.ts'

/** The part of a node that evaluates rules. */
export interface RuleNode {
  readonly work: RuleWork
  readonly alerting: Alerting
  readonly timeSeries: TimeSeries
  /** Called before each transaction of this process. */
  beforeTransaction: () => Promise<void>
  /** How many transactions it began. */
  transactions: number
}

/**
 * Opens processes that evaluate and save rules on one database and log; `garden.owner` owns its one partition. Ann has a device
 * with a rule on its temperature.
 */
export async function openGarden(open: () => Promise<OpenDatabase>, condition = '>=28') {
  const world = await alertingWorld(open, openLoneBus('garden'))
  const { ann, app, clock, device } = world
  await measure(world, device.deviceToken, 20)
  const { body } = await addCondition(ann, device.deviceId, condition)
  const ruleId: string = body.conditionAlertUserDeviceId
  const { db, timeSeries } = app.context
  const series = await db
    .selectFrom('series')
    .innerJoin('device', 'device.key', 'series.device_key')
    .select(['series.slot', 'device.key'])
    .where('series.metric', '=', 'temperature')
    .where('device.id', '=', device.deviceId)
    .executeTakeFirstOrThrow()
  const { slot, key: deviceKey } = series
  const network = new BusNetwork()
  let owner: RuleNode | undefined

  /** Adds a process. */
  async function join(changed: Partial<TimeSeries> = {}, isAlone = false): Promise<RuleNode> {
    const own: TimeSeries = {
      ...timeSeries,
      fence: async () => {
        if (owner !== node) throw new LeaseLostError('Another process owns it.')
      },
      ...changed,
    }
    const notifications = {
      queue: async () => {},
      queueReminder: async () => {},
      queueAdvice: async () => {},
      wake: () => {},
    }
    const alerting = openAlerting({ ...app.context, timeSeries: own, notifications })
    const parts = { ...app.context, db: watched(db, onTransaction), bus: network.join(), timeSeries: own }
    const options = { alerting, devices: new KnownDevices(), ...(isAlone ? {} : IN_CLUSTER) }
    const work = await openRuleWork({ ...parts, ...options })
    const node: RuleNode = { work, alerting, timeSeries: own, beforeTransaction: async () => {}, transactions: 0 }
    async function onTransaction(): Promise<void> {
      node.transactions++
      await node.beforeTransaction()
    }
    return node
  }

  /** Appends temperatures, one a minute, in one group. */
  async function append(...values: number[]): Promise<AppendedGroup> {
    const entries = values.map((value) => {
      clock.now += 60_000
      return { deviceKey, at: clock.now, slots: [slot], values: [value] }
    })
    return { entries, ...(await timeSeries.append(entries)) }
  }

  return {
    ...world,
    db,
    deviceKey,
    slot,
    ruleId,
    timeSeries,
    network,
    join,
    append,
    /** Makes a process the owner in place of the former one, which notices before it can own the partition again. */
    async own(node: RuleNode) {
      await node.work.end(0)
      owner = node
      await node.work.begin(0, true)
    },
    /** The actions of a process on an episode, with the values that opened and closed it. */
    async episodes() {
      const rows = await db.selectFrom('episode').selectAll().orderBy('opened_at').orderBy('id').execute()
      return rows.map((row) => [row.opened_value, row.closed_value, row.closed_why])
    },
    saveLimit: (node: RuleNode, limit: number) =>
      node.work.evaluateSaved({ householdId: ann.householdId, ruleId, deviceKey }, async (tx) => {
        await tx.updateTable('rule').set({ limit_value: limit }).where('id', '=', ruleId).execute()
      }),
    removeRule: (node: RuleNode) =>
      node.work.evaluateSaved({ householdId: ann.householdId, ruleId, deviceKey }, async (tx) => {
        await tx.deleteFrom('rule').where('id', '=', ruleId).execute()
      }),
    newId: randomUUID,
  }
}

/** Returns a database that calls a function before each transaction. */
function watched(db: Db, onTransaction: () => Promise<void>): Db {
  return new Proxy(db, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof own === 'function' ? (own.bind(target) as unknown) : own
      return () => ({
        execute: async (work: Parameters<ReturnType<Db['transaction']>['execute']>[0]) => {
          await onTransaction()
          return target.transaction().execute(work)
        },
      })
    },
  })
}
