import { describe, expect, onTestFinished, test } from 'vitest'
import { BusNetwork } from '../../../test/bus-network.ts'
import { databases } from '../../../test/databases.ts'
import { deleteBroker, insertBroker, updateBroker, type StoredBroker } from '../../features/boards/broker-store.ts'
import type { Db } from '../../platform/db/schema.ts'
import { LeaseHolder } from '../../cluster/leases/lease-holder.ts'
import { openLeaseStore } from '../../cluster/leases/lease-store.ts'
import { LIVES_FOR_MS } from '../../cluster/leases/nodes.ts'
import { openLog } from '../../platform/log.ts'
import type { BrokerConnections } from './broker-connections.ts'
import { BROKER_LEASE_MS, openBrokerLeases } from './broker-leases.ts'

const AGES = 7000

describe.each(databases)('the brokers of a cluster on %s', (_name, open) => {
  test('divides brokers evenly, with one connection for each', async () => {
    const { db, join, add } = await setUp(open)
    for (let index = 0; index < 5; index++) await add()
    const [one, two] = [await join('one'), await join('two')]
    for (let round = 0; round < 3; round++) for (const { brokers } of [one, two]) await brokers.poll()
    expect([one.urls.size, two.urls.size].toSorted((a, b) => a - b)).toEqual([2, 3])
    expect(new Set([...one.urls.keys(), ...two.urls.keys()]).size).toBe(5)
    expect((await db.selectFrom('lease').selectAll().execute()).length).toBe(5)
  })

  test('moves connections to another gateway when one stops, and ends them with their lease', async () => {
    const { join, add, expire } = await setUp(open)
    const { brokerId } = await add()
    const [one, two] = [await join('one'), await join('two')]
    await one.brokers.poll()
    await two.brokers.poll()
    expect([one.urls.size, two.urls.size]).toEqual([1, 0])
    await expire()
    one.clock.now += AGES
    await two.brokers.poll()
    await one.brokers.renew()
    expect([one.urls.size, [...two.urls.keys()]]).toEqual([0, [brokerId]])
    await two.brokers.close()
    await one.brokers.poll()
    expect([[...one.urls.keys()], two.urls.size]).toEqual([[brokerId], 0])
  })

  test('moves connections to another gateway while the holder cannot store', async () => {
    const { join, add, expire } = await setUp(open)
    const { brokerId } = await add()
    const [one, two] = [await join('one'), await join('two')]
    await one.brokers.poll()
    one.clock.isLogUnreachable = true
    // They were prolonged by then.
    await expire()
    await one.brokers.renew()
    one.clock.now += AGES
    await one.brokers.renew()
    await two.brokers.poll()
    expect([one.urls.size, [...two.urls.keys()]]).toEqual([0, [brokerId]])
    await two.brokers.close()
    await one.brokers.poll()
    expect(one.urls.size).toBe(0)
    one.clock.isLogUnreachable = false
    await one.brokers.poll()
    expect([...one.urls.keys()]).toEqual([brokerId])
  })

  test('reconnects to brokers that were changed elsewhere, and disconnects from removed ones', async () => {
    const { db, join, add } = await setUp(open)
    const broker = await add()
    const [one, web] = [await join('one'), await join('web', false)]
    await one.brokers.start()
    await updateBroker(db, { ...broker, url: 'mqtt://changed' })
    web.brokers.connect({ ...broker, url: 'mqtt://changed' })
    await expect.poll(() => one.urls.get(broker.brokerId)).toBe('mqtt://changed')
    const opened = one.opened.length
    await one.brokers.poll()
    expect(one.opened.length).toBe(opened)
    await deleteBroker(db, broker.householdId, broker.brokerId)
    web.brokers.remove(broker.brokerId)
    await expect.poll(() => one.removed).toEqual([broker.brokerId])
    await expect.poll(() => db.selectFrom('lease').selectAll().execute()).toEqual([])
    expect(web.opened).toEqual([])
  })

  test('returns the state of a broker from the process with the connection', async () => {
    const { join, add } = await setUp(open)
    const { brokerId } = await add()
    const [one, web] = [await join('one'), await join('web', false)]
    expect((await web.brokers.stateOf(brokerId)).state).toBe('connecting')
    await one.brokers.start()
    expect((await web.brokers.stateOf(brokerId)).state).toBe('connected')
    expect((await one.brokers.stateOf(brokerId)).state).toBe('connected')
    expect((await web.brokers.stateOf('another')).state).toBe('connecting')
  })
})

async function setUp(open: (typeof databases)[number][1]) {
  const { db } = await open()
  await db.insertInto('household').values({ id: 'ann', name: 'Garden', time_zone: null, created_at: 0 }).execute()
  const network = new BusNetwork()
  const store = openLeaseStore(db)
  let count = 0
  return {
    db,
    async add(): Promise<StoredBroker> {
      const brokerId = `broker-${++count}`
      const own = { brokerId, householdId: 'ann', url: `mqtt://${brokerId}`, username: '', topics: ['#'], ca: '' }
      const broker = { ...own, sealedPassword: null, createdAt: count }
      await db.transaction().execute((tx) => insertBroker(tx, broker, 100))
      return broker
    },
    /** Ends all leases as time would. */
    expire: () => db.updateTable('lease').set({ held_until: 0 }).execute(),
    async join(nodeId: string, isGateway = true) {
      await store.noteNode(nodeId, [isGateway ? 'gateway' : 'web'])
      return process(db, network, nodeId)
    },
  }
}

/** A process whose connections only note what they were asked for. */
function process(db: Db, network: BusNetwork, nodeId: string) {
  const urls = new Map<string, string>()
  const opened: string[] = []
  const removed: string[] = []
  const clock = { now: 0, isLogUnreachable: false }
  const links: BrokerConnections = {
    connect({ brokerId, url }) {
      urls.set(brokerId, url)
      opened.push(brokerId)
    },
    remove(brokerId) {
      urls.delete(brokerId)
      removed.push(brokerId)
    },
    leave: async (brokerId) => void urls.delete(brokerId),
    stateOf: (brokerId) => ({ state: urls.has(brokerId) ? 'connected' : 'connecting', lastError: null, rate: 0 }),
    connected: 0,
    start: async () => {},
    close: async () => urls.clear(),
  }
  const store = openLeaseStore(db)
  const brokers = openBrokerLeases({
    db,
    bus: network.join(nodeId),
    log: openLog('silent'),
    links,
    leases: new LeaseHolder({ store, nodeId, ttlMs: BROKER_LEASE_MS, clock: () => clock.now }),
    listGateways: () => store.listNodes('gateway', LIVES_FOR_MS),
    isLogUnreachable: () => clock.isLogUnreachable,
  })
  onTestFinished(() => brokers.close())
  return { brokers, urls, opened, removed, clock }
}
