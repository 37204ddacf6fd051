import { expect, test } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { SimulatedStore } from '../../../test/simulated-leases.ts'
import { openLog } from '../../platform/log.ts'
import { LEASE_MS, openPartitionLeases, type PartitionLeases } from './partition-leases.ts'
import { PATIENT, seeds } from '../../../../testing/test-run.ts'

const log = openLog('silent')

/** A worker of a simulation. Its own clock may be wrong, and stands still while it is paused. */
interface Worker {
  readonly nodeId: string
  readonly leases: PartitionLeases
  readonly works: Set<number>
  isPaused: boolean
  /** Whether it reaches the store, and not what it works on. */
  isLogUnreachable: boolean
}

const PARTITIONS = 16
const STEP_MS = 1000
/** A lease ends, and everybody has had time to poll twice. */
const SETTLED_STEPS = (2 * LEASE_MS) / STEP_MS + 2 * PARTITIONS

class Simulation {
  readonly store = new SimulatedStore()
  readonly workers: Worker[] = []
  #made = 0

  add(): void {
    const nodeId = `node-${String(this.#made++).padStart(3, '0')}`
    const works = new Set<number>()
    const skew = this.#made * 5000
    const leases = openPartitionLeases({
      store: this.store,
      nodeId,
      partitions: PARTITIONS,
      log,
      isLogUnreachable: () => worker.isLogUnreachable,
      clock: () => this.store.now + skew,
      work: {
        own: async (partition) => {
          if (this.crashAfter-- === 0) this.store.isUnavailable = true
          if (this.store.isUnavailable) throw new Error('The store is away.')
          works.add(partition)
        },
        release: async (partition) => void works.delete(partition),
      },
    })
    const worker: Worker = { nodeId, leases, works, isPaused: false, isLogUnreachable: false }
    this.workers.push(worker)
  }

  /** Crashes after this many takeovers, during a poll with more to come. */
  crashAfter = Infinity

  async step(): Promise<void> {
    this.store.now += STEP_MS
    for (const { nodeId, leases, isPaused, isLogUnreachable } of this.workers) {
      if (isPaused) continue
      if (!this.store.isUnavailable && !isLogUnreachable) await this.store.noteNode(nodeId)
      await leases.poll()
    }
  }

  /** The partitions that workers hold now by their own clocks, those of sleeping ones too. */
  owned(): number[] {
    return this.workers.flatMap(({ leases }) => leases.owned())
  }

  living(): Worker[] {
    return this.workers.filter(({ isPaused }) => !isPaused)
  }
}

test('a partition is never given to two workers though they die, sleep, join and lose log and store, and all are divided again', async () => {
  for (const seed of seeds(25)) {
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
      else if (chance < 0.25) store.isUnavailable = !store.isUnavailable
      else if (chance < 0.35 && some) some.isLogUnreachable = !some.isLogUnreachable
      else if (chance < 0.4) simulation.crashAfter = Math.floor(random() * PARTITIONS)
      await simulation.step()
      const held = simulation.owned()
      expect(new Set(held).size, `seed ${seed}, step ${step}`).toBe(held.length)
    }
    store.isUnavailable = false
    simulation.crashAfter = Infinity
    for (const worker of workers) Object.assign(worker, { isPaused: false, isLogUnreachable: false })
    for (let step = 0; step < SETTLED_STEPS; step++) await simulation.step()
    const sizes = simulation.living().map(({ works }) => works.size)
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      `seed ${seed}`,
    ).toBe(PARTITIONS)
    expect(Math.max(...sizes) - Math.min(...sizes), `seed ${seed}`).toBeLessThanOrEqual(1)
  }
})

test('moves the partitions of a killed worker to another one within ten seconds', async () => {
  const simulation = new Simulation()
  simulation.add()
  simulation.add()
  for (let step = 0; step < SETTLED_STEPS; step++) await simulation.step()
  expect(simulation.workers.map(({ works }) => works.size)).toEqual([PARTITIONS / 2, PARTITIONS / 2])
  simulation.workers.shift()
  for (let step = 0; step < 9; step++) await simulation.step()
  expect(simulation.workers[0]?.works.size).toBe(PARTITIONS)
})

test('moves the partitions of a worker without the log to others within ten seconds, and returns its share afterwards', async () => {
  const simulation = new Simulation()
  simulation.add()
  simulation.add()
  const sizes = () => simulation.workers.map(({ works }) => works.size)
  const settle = async (steps: number) => {
    for (let step = 0; step < steps; step++) await simulation.step()
    return sizes()
  }
  expect(await settle(SETTLED_STEPS)).toEqual([PARTITIONS / 2, PARTITIONS / 2])
  simulation.workers[0]!.isLogUnreachable = true
  expect(await settle(9)).toEqual([0, PARTITIONS])
  simulation.workers[0]!.isLogUnreachable = false
  expect(await settle(SETTLED_STEPS)).toEqual([PARTITIONS / 2, PARTITIONS / 2])
})

test('keeps all partitions during a short outage of the log for all workers, and takes them again after a longer one', async () => {
  const simulation = new Simulation()
  simulation.add()
  simulation.add()
  const cutOff = async (isLogUnreachable: boolean, steps: number) => {
    for (const worker of simulation.workers) worker.isLogUnreachable = isLogUnreachable
    for (let step = 0; step < steps; step++) await simulation.step()
    return simulation.owned().length
  }
  for (let step = 0; step < SETTLED_STEPS; step++) await simulation.step()
  const before = simulation.owned()
  await cutOff(true, 4)
  await cutOff(false, 4)
  expect(simulation.owned()).toEqual(before)
  expect(await cutOff(true, 20)).toBe(0)
  expect(await cutOff(false, 3)).toBe(PARTITIONS)
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
  const leases = openPartitionLeases({
    store,
    nodeId: 'slow',
    partitions: 3,
    log,
    clock: () => store.now,
    work: {
      own: async (partition) => {
        const [holder] = await store.listHeld([`partition:${partition}`])
        if (holder === undefined) stolen.push(partition)
        began.push(partition)
        await pass(slowMs)
      },
      release: async () => {},
    },
  })
  return { leases, began, stolen }
}

test('a worker whose store ends while it takes partitions over works on all of them when the store is back', async () => {
  for (let crashAfter = 0; crashAfter < PARTITIONS; crashAfter++) {
    const simulation = new Simulation()
    const { store } = simulation
    simulation.add()
    simulation.crashAfter = crashAfter
    await simulation.step()
    store.isUnavailable = false
    for (let step = 0; step < SETTLED_STEPS; step++) await simulation.step()
    expect(
      [...simulation.workers[0]!.works].toSorted((a, b) => a - b),
      `after ${crashAfter}`,
    ).toEqual(Array.from({ length: PARTITIONS }, (_, partition) => partition))
  }
})

test('lists no partition as held before its takeover', async () => {
  const simulation = new Simulation()
  simulation.add()
  simulation.crashAfter = 3
  await simulation.step()
  expect(simulation.owned()).toEqual([0, 1, 2])
})

test('takes no partition whose lease expired during other takeovers', async () => {
  const { leases, began, stolen } = await takeSlowly(2 * LEASE_MS)
  await leases.poll()
  // No renewal runs in this test.
  expect([began, stolen]).toEqual([[0], []])
  expect(leases.isHeld(0)).toBe(false)
})

/** A worker of three partitions; the test decides when taking over and ending the first one is done. */
function holdFirst({ releasedWithinMs }: { readonly releasedWithinMs?: number } = {}) {
  const store = new SimulatedStore()
  const [owning, releasing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const began: number[] = []
  const leases = openPartitionLeases({
    store,
    nodeId: 'one',
    partitions: 3,
    log,
    clock: () => store.now,
    ...(releasedWithinMs === undefined ? {} : { releasedWithinMs }),
    work: {
      async own(partition) {
        began.push(partition)
        if (partition === 0) await owning.promise
      },
      release: async (partition) => {
        if (partition === 0) await releasing.promise
      },
    },
  })
  return { store, leases, began, owning, releasing }
}

test('starts other partitions once one with a hanging takeover is released', async () => {
  const { store, leases, began } = holdFirst({ releasedWithinMs: 1 })
  const polled = leases.poll()
  await expect.poll(() => began, PATIENT).toEqual([0])
  // Its work does not end either.
  await leases.lose(0)
  await polled
  expect(began).toEqual([0, 1, 2])
  expect(await store.listHeld(['partition:0', 'partition:1', 'partition:2'])).toEqual(['partition:1', 'partition:2'])
})

test('starts no partition again while its work stops', async () => {
  const { leases, began, owning, releasing } = holdFirst()
  owning.resolve()
  await leases.poll()
  const lost = leases.lose(0)
  await leases.poll()
  expect(began).toEqual([0, 1, 2])
  releasing.resolve()
  await lost
  await leases.poll()
  expect(began).toEqual([0, 1, 2, 0])
})
