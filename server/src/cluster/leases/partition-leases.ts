import { messageOf } from '../../platform/error-details.ts'
import type { Log } from '../../platform/log.ts'
import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { LeaseHolder } from './lease-holder.ts'
import type { LeaseStore } from './lease-store.ts'
import { LIVES_FOR_MS } from './nodes.ts'

export const LEASE_MS = 6000
const POLL_MS = 2000
/** Longer than a statement may take. Later commits are refused. */
const RELEASED_WITHIN_MS = 45_000

interface Work {
  /** Makes this process the owner of a partition, unless the signal aborts. When it rejects, the lease is released. */
  own(partition: number, signal: AbortSignal): Promise<void>
  /** Ends the work on a partition, which another process may own already. */
  release(partition: number): Promise<void>
}

interface Options {
  readonly store: LeaseStore
  readonly nodeId: string
  readonly partitions: number
  readonly log: Log
  readonly work: Work
  /** Milliseconds after which a lease is released although the work has not ended. */
  readonly releasedWithinMs?: number
  readonly isLogUnreachable?: () => boolean
  readonly clock?: () => number
}

export interface PartitionLeases {
  /** Claims and releases partitions until this process has its quota. */
  poll(): Promise<void>
  start(): void
  owned(): number[]
  isHeld(partition: number): boolean
  /** Releases a partition that another process has shown to own. */
  lose(partition: number): Promise<void>
  close(): Promise<void>
}

const nameOf = (partition: number) => `partition:${partition}`
const partitionOf = (name: string) => Number(name.slice('partition:'.length))

/** Divides the partitions of the log evenly among the living workers by leases. */
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
    const workers = [...new Set([...(await store.listNodes('worker', LIVES_FOR_MS)), nodeId])].toSorted()
    const quota = quotaOf(workers, nodeId, partitions)
    const held = leases.names
    const last = held.at(-1)
    // One at a time: another worker has to take it over.
    if (last !== undefined && held.length > quota) await giveBack(last)
    if (isClosing) return
    await leases.claim(startingWith(names, workers.indexOf(nodeId), workers.length), quota - held.length)
    // An earlier poll may have failed between the claim and the start, and a start may outlast the leases of the others.
    for (const name of leases.names) {
      if (!isClosing && !isBegun(name) && leases.isHeld(name)) await begin(name)
    }
  }

  const pollFailed = (error: unknown) => log.warn({ event: 'partitions.poll-failed', reason: messageOf(error) })
  // A job of its own, so that it continues during takeovers and releases.
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

interface RunningWork {
  readonly stopping: AbortController
  ended?: Promise<void>
}

/** Starts and stops the work on partitions with their leases. */
function workUnder(leases: LeaseHolder, { log, work, releasedWithinMs = RELEASED_WITHIN_MS }: Options) {
  /** Kept until it has stopped, so that no partition starts again while it stops. */
  const works = new Map<string, RunningWork>()

  async function begin(name: string): Promise<void> {
    const partition = partitionOf(name)
    const stopping = new AbortController()
    const { signal } = stopping
    works.set(name, { stopping })
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    try {
      // A takeover that hangs must not block other partitions after its release.
      await Promise.race([work.own(partition, signal), stopped])
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

  /** Stops the work before it releases the lease. */
  function giveBack(name: string): Promise<void> {
    return stop(name, () => releaseLease(name))
  }

  function stop(name: string, after: () => Promise<void> = async () => {}): Promise<void> {
    const running = works.get(name)
    if (!running) return after()
    running.ended ??= endWork(name, running).then(() => {
      const done = after()
      works.delete(name)
      return done
    })
    return running.ended
  }

  async function endWork(name: string, { stopping }: RunningWork): Promise<void> {
    const partition = partitionOf(name)
    stopping.abort()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('It did not end in time.')), releasedWithinMs)
    try {
      await Promise.race([work.release(partition), late.promise])
    } catch (error) {
      log.error({ event: 'partition.not-released', partition, err: error })
    } finally {
      clearTimeout(timer)
    }
  }

  /** A lease that can't be released expires. */
  async function releaseLease(name: string): Promise<void> {
    const partition = partitionOf(name)
    try {
      await leases.release([name])
      log.info({ event: 'partition.given-back', partition })
    } catch (error) {
      log.warn({ event: 'partition.not-given-back', partition, reason: messageOf(error) })
    }
  }

  return { begin, end, giveBack, isBegun: (name: string) => works.has(name) }
}

/** Returns how many partitions a worker may own; of an uneven division the first workers own one more. */
function quotaOf(workers: readonly string[], nodeId: string, partitions: number): number {
  const place = workers.indexOf(nodeId)
  return Math.floor(partitions / workers.length) + (place < partitions % workers.length ? 1 : 0)
}

/** Rotates the names by worker, so that workers which start together seldom claim the same. */
function startingWith(names: readonly string[], place: number, workers: number): string[] {
  const from = Math.floor((place * names.length) / workers)
  return [...names.slice(from), ...names.slice(0, from)]
}
