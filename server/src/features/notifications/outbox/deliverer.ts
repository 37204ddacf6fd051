import { openPeriodicJob, type PeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import { listUnderway } from './claim-store.ts'
import { deliverTo, type DeliveryParts } from './deliver-channel.ts'
import { pruneDeliveries } from './delivery-log-store.ts'
import { describeOutbox, findNextDue, listDueChannels } from './due-store.ts'
import { HostPauses } from './host-pauses.ts'
import { repeatOpen } from './repeat.ts'
import { Sending } from './sending.ts'

const LOOKED_EVERY_MS = 15_000
const LOOKED_AGAIN_MS = 50
const REPEATED_EVERY_MS = 30_000
const PRUNED_EVERY_MS = 3_600_000
const KEPT_MS = 30 * 86_400_000
/** A channel that seems to rest longer was tried while the clock was ahead. */
const RESTED_MAX_MS = 86_400_000

export interface Deliverer extends PeriodicJob {
  wake(): void
  /** Resolves when nothing is being sent, and nothing more was due. */
  settled(): Promise<void>
  /** Counts since the start; `waiting` is the length of the outbox, and `oldestSeconds` how long its first is due. */
  readonly counts: {
    readonly sent: number
    readonly failed: number
    readonly waiting: number
    readonly oldestSeconds: number
  }
  readonly delivery: DeliveryParts
  readonly stopping: AbortSignal
}

type Parts = Omit<DeliveryParts, 'noteTry' | 'rest' | 'hosts'>

const EVENTS = {
  sent: 'notification.sent',
  failed: 'notification.given-up',
  waiting: 'notification.not-sent',
} as const

export function openDeliverer(parts: Parts): Deliverer {
  const { db, log, now } = parts
  const counts = { sent: 0, failed: 0, waiting: 0, oldestSeconds: 0 }
  const stopping = new AbortController()
  const { signal } = stopping
  /** Until when channels that failed here are left alone. */
  const resting = new Map<string, number>()
  let [repeatedAt, prunedAt, nextDue] = [-Infinity, -Infinity, Infinity]

  const delivery = counting(parts, counts, resting)
  const onEnd = () => void (signal.aborted || again.start())
  const sending = new Sending((channelId) => deliverLogged(delivery, channelId, signal), onEnd, now)
  // Debounces: many channels end together.
  const again = delayed(() => void job.runNow(), LOOKED_AGAIN_MS)

  async function look(): Promise<void> {
    await begin(delivery, { sending, resting, signal })
    if (isDue(repeatedAt, REPEATED_EVERY_MS, now())) {
      repeatedAt = now()
      if ((await repeatOpen(db, parts)) > 0) await begin(delivery, { sending, resting, signal })
    }
    if (isDue(prunedAt, PRUNED_EVERY_MS, now())) {
      prunedAt = now()
      await pruneDeliveries(db, now() - KEPT_MS)
    }
    const { waiting, dueSince } = await describeOutbox(db, now())
    counts.waiting = waiting
    counts.oldestSeconds = dueSince === undefined ? 0 : Math.max(now() - dueSince, 0) / 1000
    nextDue = await findNextLook(delivery, sending, resting)
  }

  const job = openPeriodicJob(look, {
    everyMs: () => Math.min(Math.max(nextDue - now(), LOOKED_AGAIN_MS), LOOKED_EVERY_MS),
    runsAtStart: true,
    onError: (error) => log.error({ event: 'notifications.failed', err: error }),
  })

  return {
    ...job,
    counts,
    delivery,
    stopping: signal,
    wake: () => void job.runNow(),
    async settled() {
      do {
        again.cancel()
        await job.runNow()
        await sending.ended()
        // More may be due to a channel that has ended.
      } while (again.isWaiting())
    },
    async close() {
      stopping.abort()
      again.cancel()
      await job.close()
      await sending.ended()
    },
  }
}

/** Returns when something may be sent that can't be now, in milliseconds since 1970. */
async function findNextLook(
  { db, now, claimer }: DeliveryParts,
  sending: Sending,
  resting: ReadonlyMap<string, number>,
): Promise<number> {
  const due = (await findNextDue(db, now())) ?? Infinity
  const own = new Set(sending.channels)
  // The process that made them may have been killed.
  const claims = (await listUnderway(db, claimer)).filter(({ channelId }) => !own.has(channelId))
  return Math.min(due, sending.nextSlowAt, ...claims.map(({ endsInMs }) => now() + endsInMs), ...resting.values())
}

async function deliverLogged(delivery: DeliveryParts, channelId: string, signal: AbortSignal): Promise<void> {
  try {
    await deliverTo(delivery, channelId, signal)
  } catch (error) {
    delivery.log.error({ event: 'notifications.failed', err: error })
  }
}

/** Debounces calls within some milliseconds. */
function delayed(run: () => void, ms: number) {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, ms)
    },
    isWaiting: () => timer !== undefined,
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

function isDue(lastAt: number, everyMs: number, now: number): boolean {
  return now - lastAt >= everyMs || now < lastAt
}

function counting(parts: Parts, counts: { sent: number; failed: number }, resting: Map<string, number>): DeliveryParts {
  const { log, now } = parts
  return {
    ...parts,
    hosts: new HostPauses(now),
    noteTry({ channelId, kind }, state, answer) {
      if (state === 'sent') counts.sent++
      else counts.failed++
      log[state === 'sent' ? 'debug' : 'warn']({ event: EVENTS[state], channelId, kind, reason: answer })
    },
    rest: (channelId, until) => void resting.set(channelId, until),
  }
}

interface Progress {
  readonly sending: Sending
  readonly resting: Map<string, number>
  readonly signal: AbortSignal
}

async function begin({ db, now, claimer }: DeliveryParts, { sending, resting, signal }: Progress): Promise<void> {
  for (const [channelId, until] of resting)
    if (until <= now() || until > now() + RESTED_MAX_MS) resting.delete(channelId)
  while (sending.room > 0 && !signal.aborted) {
    const leftOut = {
      channels: [...sending.channels, ...resting.keys()],
      users: sending.fullUsers(),
      underway: await listUnderway(db, claimer),
      unproven: sending.unprovenRoom <= 0,
    }
    const found = await listDueChannels(db, now(), leftOut, sending.room)
    const begun = found.filter((candidate) => sending.begin(candidate))
    if (begun.length === 0) return
  }
}
