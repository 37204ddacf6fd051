import type { Log } from '../../platform/log.ts'
import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { LeaseHolder } from './lease-holder.ts'
import type { LeaseStore } from './lease-store.ts'
import { LIVES_FOR_MS } from './nodes.ts'

/** A worker that is killed is followed by another one within this time, a poll and the taking over. */
export const LEASE_MS = 6000
const POLL_MS = 2000
/** Longer than a statement may take. Later commits are refused. */
const RELEASED_WITHIN_MS = 45_000

interface Options {
  readonly store: LeaseStore
  readonly nodeId: string
  readonly partitions: number
  readonly log: Log
  /** Makes this process the owner of a partition, unless the signal aborts. When it rejects, the partition is given back. */
  readonly own: (partition: number, signal: AbortSignal) => Promise<void>
  /** Ends the work on a partition. It may be another's already. */
  readonly release: (partition: number) => Promise<void>
  /** Milliseconds after which a partition is given back although its work has not ended. */
  readonly releasedWithinMs?: number
  /** Whether this process can't work on partitions for now: others are to have them. */
  readonly isLogUnreachable?: () => boolean
  readonly clock?: () => number
}

export interface PartitionLeases {
  /** Looks who is there, and takes and gives back partitions until this process has its share. */
  poll(): Promise<void>
  start(): void
  /** The partitions that this process has now, and works on. */
  owned(): number[]
  /** Whether a partition is this process's by its own clock, which is a little before it may be another's. */
  isHeld(partition: number): boolean
  /** Gives one back: its work was refused because another process does it. */
  lose(partition: number): Promise<void>
  /** Gives all partitions back. */
  close(): Promise<void>
}

const nameOf = (partition: number) => `partition:${partition}`
const partitionOf = (name: string) => Number(name.slice('partition:'.length))

/** Divides the partitions of the log evenly among the workers that live. Each partition is leased to one of them. */
export function openPartitionLeases(options: Options): PartitionLeases {
  const { store, nodeId, partitions, log, isLogUnreachable = () => false } = options
  const leases = new LeaseHolder({ ...options, ttlMs: LEASE_MS })
  const names = Array.from({ length: partitions }, (_, partition) => nameOf(partition))
  /** Leases that a renewal found with another process. */
  let lost: string[] = []
  let isClosing = false
  const { begin, end, giveBack, isBegun } = workUnder(leases, options)

  async function renew(): Promise<void> {
    if (!isLogUnreachable()) lost.push(...(await leases.renew()))
  }

  async function poll(): Promise<void> {
    await renewing.runNow()
    await end([...leases.dropEnded(), ...lost.splice(0)])
    if (isLogUnreachable()) return
    // This process lives, whether or not it was noted.
    const workers = [...new Set([...(await store.listNodes('worker', LIVES_FOR_MS)), nodeId])].toSorted()
    const share = shareOf(workers, nodeId, partitions)
    const held = leases.names
    // One at a time: the others have to take over what is given back.
    if (held.length > share) await giveBack(held.at(-1)!)
    if (isClosing) return
    await leases.claim(startingWith(names, workers.indexOf(nodeId), workers.length), share - held.length)
    // All that are held, not only the new ones: a poll may have ended before it began what it had claimed.
    for (const name of leases.names) {
      // Starting the earlier ones may have taken longer than this lease.
      if (!isClosing && !isBegun(name) && leases.isHeld(name)) await begin(name)
    }
  }

  const pollFailed = (error: unknown) => log.warn({ event: 'partitions.poll-failed', reason: (error as Error).message })
  /** Continues during takeovers and releases. */
  const renewing = openPeriodicJob(renew, { everyMs: POLL_MS, onError: pollFailed })
  const job = openPeriodicJob(poll, { everyMs: POLL_MS, runsAtStart: true, onError: pollFailed })

  return {
    poll: () => job.runNow(),
    start() {
      renewing.start()
      job.start()
    },
    owned: () => leases.names.filter((name) => leases.isHeld(name) && isBegun(name)).map(partitionOf),
    isHeld: (partition) => leases.isHeld(nameOf(partition)),
    lose: (partition) => giveBack(nameOf(partition)),
    async close() {
      isClosing = true
      await job.close()
      await Promise.all(leases.names.map(giveBack))
      await renewing.close()
    },
  }
}

interface Work {
  readonly stopping: AbortController
  ended?: Promise<void>
}

/** Begins and ends the work on partitions with their leases. */
function workUnder(
  leases: LeaseHolder,
  { log, own, release, releasedWithinMs = RELEASED_WITHIN_MS }: Omit<Options, 'store' | 'nodeId' | 'partitions'>,
) {
  /** Kept until it has stopped, so that no partition starts again while it stops. */
  const works = new Map<string, Work>()

  async function begin(name: string): Promise<void> {
    const partition = partitionOf(name)
    const stopping = new AbortController()
    const { signal } = stopping
    works.set(name, { stopping })
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    try {
      // A takeover that hangs must not block other partitions after its release.
      await Promise.race([own(partition, signal), stopped])
      if (!signal.aborted) log.info({ event: 'partition.taken', partition })
    } catch (error) {
      if (!signal.aborted) log.error({ event: 'partition.not-taken', partition, err: error })
      await giveBack(name)
    }
  }

  async function end(lost: readonly string[]): Promise<void> {
    for (const name of lost) log.warn({ event: 'partition.lost', partition: partitionOf(name) })
    await Promise.all(lost.map((name) => stop(name)))
  }

  /** Stops the work before the lease is released: no other process starts it meanwhile. */
  function giveBack(name: string): Promise<void> {
    return stop(name, () => releaseLease(name))
  }

  /** Ends the work, and does `after`. Calls for work that is ending wait for the same end. */
  function stop(name: string, after: () => Promise<void> = async () => {}): Promise<void> {
    const work = works.get(name)
    if (!work) return after()
    work.ended ??= endWork(name, work).then(() => {
      const done = after()
      works.delete(name)
      return done
    })
    return work.ended
  }

  async function endWork(name: string, { stopping }: Work): Promise<void> {
    const partition = partitionOf(name)
    stopping.abort()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('It did not end in time.')), releasedWithinMs)
    try {
      await Promise.race([release(partition), late.promise])
    } catch (error) {
      log.error({ event: 'partition.not-released', partition, err: error })
    } finally {
      clearTimeout(timer)
    }
  }

  /** A lease that the database does not take back is not prolonged any more, and ends by itself. */
  async function releaseLease(name: string): Promise<void> {
    const partition = partitionOf(name)
    try {
      await leases.release([name])
      log.info({ event: 'partition.given-back', partition })
    } catch (error) {
      log.warn({ event: 'partition.not-given-back', partition, reason: (error as Error).message })
    }
  }

  return { begin, end, giveBack, isBegun: (name: string) => works.has(name) }
}

/** Returns how many partitions a worker may have: the first ones by their ids have one more when they do not divide evenly. */
function shareOf(workers: readonly string[], nodeId: string, partitions: number): number {
  const place = workers.indexOf(nodeId)
  return Math.floor(partitions / workers.length) + (place < partitions % workers.length ? 1 : 0)
}

/** Returns the names so that each worker begins at another one: those that start together then seldom want the same. */
function startingWith(names: readonly string[], place: number, workers: number): string[] {
  const from = Math.floor((place * names.length) / workers)
  return [...names.slice(from), ...names.slice(0, from)]
}
