import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { SimulatedStore } from '../../../test/simulated-leases.ts'
import { openLog } from '../../platform/log.ts'
import { openJobLeader } from './job-leader.ts'
import { LeaseHolder } from './lease-holder.ts'
import { openLeaseStore } from './lease-store.ts'
import { CUT_OFF, openNodes } from './nodes.ts'
import { LEASE_MS } from './partition-leases.ts'

const LONG = 60_000
const log = openLog('silent')

describe.each(databases)('leases on %s', (_name, open) => {
  const openStore = async () => openLeaseStore((await open()).db)

  test('gives a lease to one holder at a time, which can extend it', async () => {
    const store = await openStore()
    expect((await store.claim(['a', 'b'], 'one', LONG)).toSorted()).toEqual(['a', 'b'])
    expect(await store.claim(['a', 'b', 'c'], 'two', LONG)).toEqual(['c'])
    expect(await store.claim(['a'], 'one', LONG)).toEqual(['a'])
    expect(await store.renew(['a', 'c'], 'one', LONG)).toEqual(['a'])
    expect((await store.listHeld(['a', 'b', 'c', 'd'])).toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('frees a lease when it expires or is released', async () => {
    const store = await openStore()
    await store.claim(['a'], 'one', -1)
    await store.claim(['b'], 'one', LONG)
    expect(await store.claim(['a', 'b'], 'two', LONG)).toEqual(['a'])
    await store.release(['a', 'b'], 'one')
    expect(await store.claim(['a', 'b'], 'three', LONG)).toEqual(['b'])
    expect(await store.renew(['a'], 'one', LONG)).toEqual([])
  })

  test('gives each of several leases to one of several claimants', async () => {
    const store = await openStore()
    const names = Array.from({ length: 16 }, (_, index) => `p${index}`)
    const claims = await Promise.all(['one', 'two', 'three'].map((holder) => store.claim(names, holder, LONG)))
    expect(claims.flat().toSorted()).toEqual(names.toSorted())
  })

  test('lists the running processes by role', async () => {
    const store = await openStore()
    await store.noteNode('b', ['worker', 'jobs'])
    await store.noteNode('a', ['worker'])
    await store.noteNode('c', ['web'])
    expect(await store.listNodes('worker', LONG)).toEqual(['a', 'b'])
    expect(await store.listNodes('worker', -LONG)).toEqual([])
    await store.removeNode('a')
    expect(await store.listNodes('worker', LONG)).toEqual(['b'])
  })

  test('lists a process from its first note until it stops', async () => {
    const store = await openStore()
    const one = openNodes({ store, nodeId: 'one', roles: ['worker', 'web'], log })
    const two = openNodes({ store, nodeId: 'two', roles: ['worker'], log })
    await one.note()
    await two.note()
    expect(await one.living('worker')).toEqual(['one', 'two'])
    expect(await one.living('jobs')).toEqual([])
    await one.close()
    expect(await two.living('worker')).toEqual(['two'])
  })

  test('lists a process without the log as running, and gives it no share of the work', async () => {
    const store = await openStore()
    let isLogUnreachable = false
    const options = {
      store,
      nodeId: 'one',
      roles: ['gateway', 'worker', 'web'],
      log,
      isLogUnreachable: () => isLogUnreachable,
    }
    const nodes = openNodes(options)
    await nodes.note()
    isLogUnreachable = true
    await nodes.note()
    const living = async () => Promise.all(['gateway', 'worker', 'web', CUT_OFF].map((role) => nodes.living(role)))
    expect(await living()).toEqual([[], [], ['one'], ['one']])
    isLogUnreachable = false
    await nodes.note()
    expect(await living()).toEqual([['one'], ['one'], ['one'], []])
  })

  test('elects one process, another one when it stops, and none that slept past its lease', async () => {
    const store = await openStore()
    const clock = { one: 0, two: 0 }
    const lead = (nodeId: 'one' | 'two') =>
      openJobLeader({ store, nodeId, log, name: 'job:upkeep', clock: () => clock[nodeId] })
    const [one, two] = [lead('one'), lead('two')]
    const poll = async () => {
      await one.poll()
      await two.poll()
      return [one.leads(), two.leads()]
    }
    expect(await poll()).toEqual([true, false])
    expect(await poll()).toEqual([true, false])
    await one.close()
    await two.poll()
    expect([one.leads(), two.leads()]).toEqual([false, true])
    // It slept, and does not know yet whether the lease is another's.
    clock.two += LONG
    expect(two.leads()).toBe(false)
  })
})

test('a worker that slept holds nothing by its own clock, before it has asked anybody', async () => {
  const store = new SimulatedStore()
  let now = 0
  const leases = new LeaseHolder({ store, nodeId: 'one', ttlMs: LEASE_MS, clock: () => now })
  await leases.claim(['a'])
  expect(leases.isHeld('a')).toBe(true)
  now += LEASE_MS + 1
  expect(leases.isHeld('a')).toBe(false)
  expect(leases.dropEnded()).toEqual(['a'])
})

test("two processes of one name do not hold each other's leases", async () => {
  const store = new SimulatedStore()
  const [one, other] = [0, 1].map(
    () => new LeaseHolder({ store, nodeId: 'one', ttlMs: LEASE_MS, clock: () => store.now }),
  )
  expect(await one!.claim(['a', 'b'], 1)).toEqual(['a'])
  expect(await other!.claim(['a', 'b'])).toEqual(['b'])
  await other!.release(['a'])
  expect(await one!.renew()).toEqual([])
  expect(one!.isHeld('a')).toBe(true)
})

test('holds no released lease again after a concurrent renewal', async () => {
  const store = new SimulatedStore()
  const leases = new LeaseHolder({ store, nodeId: 'one', ttlMs: LEASE_MS, clock: () => store.now })
  await leases.claim(['a'])
  const renewed = leases.renew()
  await leases.release(['a'])
  expect(await renewed).toEqual([])
  expect(leases.isHeld('a')).toBe(false)
})
