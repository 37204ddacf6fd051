import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { seededRandom } from '../../../../testing/random.ts'
import { openLog } from '../log.ts'
import { openJobLeader } from './job-leader.ts'
import { LeaseHolder } from './lease-holder.ts'
import { openLeaseStore, type LeaseStore } from './lease-store.ts'
import { openNodes } from './nodes.ts'
import { LEASE_MS, openPartitionShares, type PartitionShares } from './partition-shares.ts'

const LONG = 60_000
const log = openLog('silent')

describe.each(databases)('leases on %s', (_name, open) => {
  const openStore = async () => openLeaseStore((await open()).db)

  test('are held by one at a time, and go on with the same holder', async () => {
    const store = await openStore()
    expect((await store.claim(['a', 'b'], 'one', LONG)).toSorted()).toEqual(['a', 'b'])
    expect(await store.claim(['a', 'b', 'c'], 'two', LONG)).toEqual(['c'])
    expect(await store.claim(['a'], 'one', LONG)).toEqual(['a'])
    expect(await store.renew(['a', 'c'], 'one', LONG)).toEqual(['a'])
    expect((await store.listHeld(['a', 'b', 'c', 'd'])).toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('are free again when they end or are given back', async () => {
    const store = await openStore()
    await store.claim(['a'], 'one', -1)
    await store.claim(['b'], 'one', LONG)
    expect(await store.claim(['a', 'b'], 'two', LONG)).toEqual(['a'])
    await store.release(['a', 'b'], 'one')
    expect(await store.claim(['a', 'b'], 'three', LONG)).toEqual(['b'])
    expect(await store.renew(['a'], 'one', LONG)).toEqual([])
  })

  test('are claimed by several at once, each by one of them', async () => {
    const store = await openStore()
    const names = Array.from({ length: 16 }, (_, index) => `p${index}`)
    const claims = await Promise.all(['one', 'two', 'three'].map((holder) => store.claim(names, holder, LONG)))
    expect(claims.flat().toSorted()).toEqual(names.toSorted())
  })

  test('list the processes that live by their roles', async () => {
    const store = await openStore()
    await store.noteNode('b', ['worker', 'jobs'])
    await store.noteNode('a', ['worker'])
    await store.noteNode('c', ['web'])
    expect(await store.listNodes('worker', LONG)).toEqual(['a', 'b'])
    expect(await store.listNodes('worker', -LONG)).toEqual([])
    await store.removeNode('a')
    expect(await store.listNodes('worker', LONG)).toEqual(['b'])
  })

  test('know a process from its note until it has gone', async () => {
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

  test('let one process lead, another one when it has stopped, and none that has slept past its lease', async () => {
    const store = await openStore()
    const clock = { one: 0, two: 0 }
    const lead = (nodeId: 'one' | 'two') =>
      openJobLeader({ store, nodeId, log, name: 'job:upkeep', clock: () => clock[nodeId] })
    const [one, two] = [lead('one'), lead('two')]
    const look = async () => {
      await one.look()
      await two.look()
      return [one.leads, two.leads]
    }
    expect(await look()).toEqual([true, false])
    expect(await look()).toEqual([true, false])
    await one.close()
    await two.look()
    expect([one.leads, two.leads]).toEqual([false, true])
    // It slept, and does not know yet whether the lease is another's.
    clock.two += LONG
    expect(two.leads).toBe(false)
  })
})

/** The store of the processes of a simulation, with a clock of its own. */
class SimulatedStore implements LeaseStore {
  now = 0
  isAway = false
  readonly #leases = new Map<string, { holder: string; until: number }>()
  readonly #nodes = new Map<string, number>()

  async claim(names: readonly string[], holder: string, ttlMs: number): Promise<string[]> {
    this.#assertThere()
    const free = names.filter((name) => {
      const lease = this.#leases.get(name)
      return !lease || lease.until < this.now || lease.holder === holder
    })
    for (const name of free) this.#leases.set(name, { holder, until: this.now + ttlMs })
    return free
  }

  async renew(names: readonly string[], holder: string, ttlMs: number): Promise<string[]> {
    this.#assertThere()
    const kept = names.filter((name) => this.#leases.get(name)?.holder === holder)
    for (const name of kept) this.#leases.set(name, { holder, until: this.now + ttlMs })
    return kept
  }

  async release(names: readonly string[], holder: string): Promise<void> {
    this.#assertThere()
    for (const name of names) if (this.#leases.get(name)?.holder === holder) this.#leases.delete(name)
  }

  async listHeld(names: readonly string[]): Promise<string[]> {
    this.#assertThere()
    return names.filter((name) => (this.#leases.get(name)?.until ?? -1) >= this.now)
  }

  async noteNode(nodeId: string): Promise<void> {
    this.#assertThere()
    this.#nodes.set(nodeId, this.now)
  }

  async listNodes(_role: string, withinMs: number): Promise<string[]> {
    this.#assertThere()
    return [...this.#nodes]
      .filter(([, at]) => at >= this.now - withinMs)
      .map(([id]) => id)
      .toSorted()
  }

  async removeNode(nodeId: string): Promise<void> {
    this.#nodes.delete(nodeId)
  }

  #assertThere(): void {
    if (this.isAway) throw new Error('The store is away.')
  }
}

/** A worker of a simulation. Its own clock may be wrong, and stands still while it is paused. */
interface Worker {
  readonly nodeId: string
  readonly shares: PartitionShares
  readonly works: Set<number>
  isPaused: boolean
}

const PARTITIONS = 16
const STEP_MS = 1000
/** A lease ends, and everybody has had time to look twice. */
const SETTLED_STEPS = (2 * LEASE_MS) / STEP_MS + 2 * PARTITIONS

class Simulation {
  readonly store = new SimulatedStore()
  readonly workers: Worker[] = []
  #made = 0

  add(): void {
    const nodeId = `node-${String(this.#made++).padStart(3, '0')}`
    const works = new Set<number>()
    const skew = this.#made * 5000
    const shares = openPartitionShares({
      store: this.store,
      nodeId,
      partitions: PARTITIONS,
      log,
      clock: () => this.store.now + skew,
      own: async (partition) => void works.add(partition),
      release: async (partition) => void works.delete(partition),
    })
    this.workers.push({ nodeId, shares, works, isPaused: false })
  }

  async step(): Promise<void> {
    this.store.now += STEP_MS
    for (const { nodeId, shares, isPaused } of this.workers) {
      if (isPaused) continue
      if (!this.store.isAway) await this.store.noteNode(nodeId)
      await shares.look()
    }
  }

  /** The partitions that workers hold now by their own clocks, those of sleeping ones too. */
  held(): number[] {
    return this.workers.flatMap(({ shares }) => shares.held())
  }

  living(): Worker[] {
    return this.workers.filter(({ isPaused }) => !isPaused)
  }
}

test('workers that die, sleep, come and lose the store never hold a partition twice, and share all of them again', async () => {
  for (let seed = 1; seed <= 25; seed++) {
    const random = seededRandom(seed)
    const simulation = new Simulation()
    const { store, workers } = simulation
    simulation.add()
    for (let step = 0; step < 80; step++) {
      const chance = random()
      const some = workers[Math.floor(random() * workers.length)]
      if (chance < 0.06 && workers.length < 6) simulation.add()
      else if (chance < 0.1 && workers.length > 1 && some) workers.splice(workers.indexOf(some), 1)
      else if (chance < 0.2 && some) some.isPaused = !some.isPaused
      else if (chance < 0.25) store.isAway = !store.isAway
      await simulation.step()
      const held = simulation.held()
      expect(new Set(held).size, `seed ${seed}, step ${step}`).toBe(held.length)
    }
    store.isAway = false
    for (const worker of workers) worker.isPaused = false
    for (let step = 0; step < SETTLED_STEPS; step++) await simulation.step()
    const sizes = simulation.living().map(({ works }) => works.size)
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      `seed ${seed}`,
    ).toBe(PARTITIONS)
    expect(Math.max(...sizes) - Math.min(...sizes), `seed ${seed}`).toBeLessThanOrEqual(1)
  }
})

test('what a worker that was killed had is held by another one within ten seconds', async () => {
  const simulation = new Simulation()
  simulation.add()
  simulation.add()
  for (let step = 0; step < SETTLED_STEPS; step++) await simulation.step()
  expect(simulation.workers.map(({ works }) => works.size)).toEqual([PARTITIONS / 2, PARTITIONS / 2])
  simulation.workers.shift()
  for (let step = 0; step < 9; step++) await simulation.step()
  expect(simulation.workers[0]?.works.size).toBe(PARTITIONS)
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

/** Partitions that take long to be taken over and given back, in time of the store. */
async function takeSlowly(slowMs: number) {
  const simulation = new Simulation()
  const { store } = simulation
  const [began, stolen] = [[] as number[], [] as number[]]
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      store.now += STEP_MS
      await store.noteNode('slow')
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const shares = openPartitionShares({
    store,
    nodeId: 'slow',
    partitions: 3,
    log,
    clock: () => store.now,
    own: async (partition) => {
      const [holder] = await store.listHeld([`partition:${partition}`])
      if (holder === undefined) stolen.push(partition)
      began.push(partition)
      await pass(slowMs)
    },
    release: async () => {},
  })
  return { shares, began, stolen }
}

test('what has ended while others were taken over is not taken any more', async () => {
  const { shares, began, stolen } = await takeSlowly(2 * LEASE_MS)
  await shares.look()
  // No renewal runs in this test.
  expect([began, stolen]).toEqual([[0], []])
  expect(shares.isHeld(0)).toBe(false)
})

test('what was given back is not held again by a renewal that was under way', async () => {
  const store = new SimulatedStore()
  const leases = new LeaseHolder({ store, nodeId: 'one', ttlMs: LEASE_MS, clock: () => store.now })
  await leases.claim(['a'])
  const renewed = leases.renew()
  await leases.release(['a'])
  expect(await renewed).toEqual([])
  expect(leases.isHeld('a')).toBe(false)
})
