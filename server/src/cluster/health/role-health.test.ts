import { expect, test } from 'vitest'
import { ROLES, type Role } from '../../platform/config/cluster-config.ts'
import { openLog } from '../../platform/log.ts'
import { watchLeases } from '../leases/lease-store.ts'
import { openOutageWatch } from './outage-watch.ts'
import { openPositions, openProgressWatch, type Stage } from './positions.ts'
import { openValueArrival } from './watches.ts'
import { faultsOfRoles, openRoleHealth, type RoleChecks } from './role-health.ts'

const WELL: RoleChecks = {
  isClockBehind: () => false,
  database: { isUnavailable: false },
  log: { isUnavailable: false },
  bus: { isConnected: true },
  isLeaseStoreCurrent: () => true,
  stopped: () => [],
  secondsBehind: () => 0,
  secondsUnevaluated: () => 0,
}

const WRONG: Array<[string, Partial<RoleChecks>]> = [
  ['store', { database: { isUnavailable: true } }],
  ['log', { log: { isUnavailable: true } }],
  ['leases', { isLeaseStoreCurrent: () => false }],
  ['dead-letters', { stopped: () => [3] }],
  ['behind', { secondsBehind: () => 10.5 }],
  ['rules-behind', { secondsUnevaluated: () => 30.5 }],
]

/** Faults that keep a process of a role from being ready, and others that are only reported. */
const EXPECTED: Record<Role, { faults: string[]; degraded: string[] }> = {
  gateway: { faults: ['log'], degraded: ['store', 'dead-letters', 'rules-behind'] },
  worker: { faults: ['store', 'log', 'leases', 'dead-letters'], degraded: ['rules-behind'] },
  web: { faults: ['store', 'log', 'behind'], degraded: ['dead-letters', 'rules-behind'] },
  jobs: { faults: ['store'], degraded: ['log', 'dead-letters', 'rules-behind'] },
}

test.each(ROLES)('%s is not ready without what it needs, and only without that', (role) => {
  const found = WRONG.map(([fault, wrong]) => ({ fault, ...faultsOfRoles(new Set([role]), { ...WELL, ...wrong }) }))
  expect(found.flatMap(({ faults }) => faults)).toEqual(EXPECTED[role].faults)
  expect(found.flatMap(({ degraded }) => degraded)).toEqual(EXPECTED[role].degraded)
  expect(faultsOfRoles(new Set([role]), WELL)).toEqual({ faults: [], degraded: [] })
})

test('a process with all roles needs what each of them needs', () => {
  for (const [fault, wrong] of WRONG)
    expect(Object.values(faultsOfRoles(new Set(ROLES), { ...WELL, ...wrong })).flat()).toEqual([fault])
})

test('reports a stopping process as not ready at once, and an unavailable bus as degraded', async () => {
  let drained = 0
  const checks = { ...WELL, isClockBehind: () => true, bus: { isConnected: false } }
  const health = openRoleHealth(new Set<Role>(['gateway']), checks, { drain: () => void drained++ })
  expect(await health.faults()).toEqual(['clock'])
  expect(health.details()).toEqual({ degraded: ['bus'] })
  health.drain()
  expect([await health.faults(), drained]).toEqual([['stopping', 'clock'], 1])
})

test('counts an outage from the first failed probe', async () => {
  let now = 0
  let probe: () => Promise<unknown> = () => Promise.reject(new Error('no'))
  const watch = openOutageWatch({ probe: () => probe(), withinMs: 20, clock: () => now })
  now = 1000
  expect([watch.isUnavailable, watch.seconds]).toEqual([true, 1])
  probe = async () => 'here'
  await watch.check()
  expect([watch.isUnavailable, watch.seconds]).toEqual([false, 0])
  probe = () => new Promise(() => {})
  now = 5000
  await watch.check()
  now = 9000
  await watch.check()
  expect([watch.isUnavailable, watch.seconds]).toEqual([true, 4])
})

test('positions say how many rows wait, and for how long the first of them', async () => {
  let now = 0
  const heads = [10, 5]
  const followed = [10, 5]
  const evaluated = [10, 5]
  const positions = openPositions({
    partitions: 2,
    head: async (partition) => heads[partition]!,
    stages: { followed: (partition) => followed[partition]!, evaluated: (partition) => evaluated[partition]! },
    clock: () => now,
  })
  expect(positions.secondsBehind('followed')).toBe(Infinity)
  await positions.check()
  expect(positions.secondsBehind('followed')).toBe(0)
  heads[1] = 25
  await positions.check()
  now += 3000
  await positions.check()
  expect(positions.behind()).toEqual([
    expect.objectContaining({ partition: 0, stage: 'followed', rows: 0, seconds: 0 }),
    expect.objectContaining({ partition: 0, stage: 'evaluated', rows: 0, seconds: 0 }),
    expect.objectContaining({ partition: 1, stage: 'followed', rows: 20, seconds: 3 }),
    expect.objectContaining({ partition: 1, stage: 'evaluated', rows: 20, seconds: 3 }),
  ])
  expect(positions.secondsBehind('followed')).toBe(3)
  // It keeps pace with what comes, a little behind.
  followed[1] = 26
  heads[1] = 30
  await positions.check()
  expect(positions.secondsBehind('followed')).toBe(0)
  followed[1] = 30
  now += 1000
  await positions.check()
  expect(positions.behind()[2]).toMatchObject({ rows: 0, seconds: 0 })
})

test('finds a partition without progress after several checks, and not while it cannot be checked', async () => {
  let isUnavailable = false
  let evaluated = 10
  const stood: number[] = []
  const positions = openPositions({
    partitions: 1,
    head: async () => 20,
    stages: {
      evaluated: async () => {
        if (isUnavailable) throw new Error('The database is away.')
        return evaluated
      },
    },
    onCheck: ([behind]) => stood.push(behind?.stoodFor ?? -1),
  })
  for (let check = 0; check < 3; check++) await positions.check()
  expect(stood).toEqual([0, 1, 2])
  evaluated = 15
  for (let check = 0; check < 2; check++) await positions.check()
  isUnavailable = true
  await positions.check()
  isUnavailable = false
  for (let check = 0; check < 2; check++) await positions.check()
  evaluated = 20
  for (let check = 0; check < 2; check++) await positions.check()
  expect(stood.slice(3)).toEqual([0, 1, 1, 2, 0, 0])
})

test('a partition is followed for as long as its log answers, and what was in it is read in time', async () => {
  let now = 0
  let isUnavailable = false
  const followed = [10, 10]
  const positions = openPositions({
    partitions: 2,
    head: async (partition) => {
      if (partition === 1 && isUnavailable) throw new Error('no majority')
      return 10
    },
    stages: { followed: (partition) => followed[partition]! },
    clock: () => now,
  })
  const isFollowed = () => [0, 1].map((partition) => positions.isWithin(30, 'followed', partition))
  const check = async (at: number) => {
    now = at
    await positions.check()
    return isFollowed()
  }
  expect(isFollowed()).toEqual([false, false])
  expect(await check(0)).toEqual([true, true])
  isUnavailable = true
  expect(await check(30_000)).toEqual([true, true])
  expect(await check(31_000)).toEqual([true, false])
  isUnavailable = false
  expect(await check(60_000)).toEqual([true, true])
  followed[0] = 9
  expect(await check(70_000)).toEqual([true, true])
  expect(await check(101_000)).toEqual([false, true])
  followed[0] = 10
  expect(await check(102_000)).toEqual([true, true])
  now = 133_000
  expect(isFollowed()).toEqual([false, false])
})

test('receives values of a partition while a gateway runs and this process reads the log', async () => {
  let now = 0
  let isFollowed = true
  let gateways: string[] = []
  const { gateways: watch, receives } = openValueArrival({
    positions: { isWithin: (_seconds, _stage, partition) => partition === 0 || isFollowed },
    listGateways: async () => gateways,
    everyMs: 5000,
    clock: () => now,
  })
  const followed = () => [receives(0), receives(1)]
  await watch.check()
  now = 30_000
  await watch.check()
  expect(followed()).toEqual([true, true])
  now = 31_000
  expect(followed()).toEqual([false, false])
  gateways = ['one']
  await watch.check()
  expect(followed()).toEqual([true, true])
  isFollowed = false
  expect(followed()).toEqual([true, false])
})

test('leases that another process has got are counted, and silence of their store is noticed', async () => {
  let now = 0
  let kept: string[] = ['a']
  const store = {
    claim: async () => [],
    renew: async () => kept,
    release: async () => {},
    listHeld: async () => [],
    noteNode: async () => {},
    listNodes: async () => [],
    removeNode: async () => {},
  }
  const leases = watchLeases(store, () => now)
  expect(leases.answeredWithin(1000)).toBe(false)
  expect(await leases.renew(['a', 'b'], 'one', 6000)).toEqual(['a'])
  expect([leases.lost, leases.answeredWithin(1000)]).toEqual([1, true])
  now = 5000
  kept = []
  await leases.renew([], 'one', 6000)
  expect([leases.lost, leases.answeredWithin(1000)]).toEqual([1, false])
  await leases.noteNode('one', ['worker'])
  expect(leases.answeredWithin(1000)).toBe(true)
})

test('releases a partition without progress, and again after twice the time, but not a stopped one', () => {
  const lost: Array<[number, number]> = []
  let stoodFor = 0
  const watch = openProgressWatch({
    log: openLog('silent'),
    owned: () => [0, 1, 2],
    stopped: () => [1],
    lose: async (partition) => void lost.push([partition, stoodFor]),
  })
  const behind = (partition: number, stage: Stage, checks: number) => ({
    partition,
    stage,
    rows: 5,
    seconds: 0,
    stoodFor: checks,
  })
  for (stoodFor = 0; stoodFor <= 60; stoodFor++)
    watch.check([
      behind(0, 'evaluated', stoodFor),
      behind(0, 'followed', stoodFor),
      behind(1, 'evaluated', stoodFor),
      behind(2, 'evaluated', 0),
      behind(3, 'evaluated', stoodFor),
    ])
  expect(lost).toEqual([
    [0, 12],
    [0, 24],
    [0, 48],
  ])
  expect(watch.givenBack).toBe(3)
})
