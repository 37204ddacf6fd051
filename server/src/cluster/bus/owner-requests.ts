import { setTimeout as wait } from 'node:timers/promises'
import { StoreUnavailable } from '../../platform/db/errors.ts'
import type { OwnerRequest } from '@greenhouse/timeseries'
import { subjectOf, type Bus, type End } from '../../platform/bus/bus.ts'

/** How long a request waits for the owner of a partition: another one may be taking over. */
const OWNER_WITHIN_MS = 12_000
/** An owner that has not answered by then may be asleep, and have been followed by another. */
const ASKED_FOR_MS = 4000
const ASKED_AGAIN_MS = 500

export interface OwnerRequests {
  /** Has the process that owns a partition do something. @throws StoreUnavailable when none does in time */
  ask(partition: number, request: OwnerRequest): Promise<void>
  /** Does from now on what other processes ask the owner of a partition for, which is this one. */
  answer(partition: number, handle: (request: OwnerRequest) => Promise<void>): Promise<void>
  /** Answers them no more. */
  end(partition: number): void
}

/**
 * Sends requests to the owners of partitions. Each partition has a subject that only its owner answers: empty answers
 * of others would end the wait early.
 */
export function openOwnerRequests(bus: Bus): OwnerRequests {
  const answering = new Map<number, Promise<End>>()
  const subject = (partition: number) => subjectOf('partition-owner', String(partition))

  /** Never awaited: the subscription may not have reached the servers yet. */
  function end(partition: number): void {
    answering.get(partition)?.then(
      (stop) => stop(),
      () => {},
    )
    answering.delete(partition)
  }

  return {
    async ask(partition, request) {
      const until = performance.now() + OWNER_WITHIN_MS
      while (performance.now() < until) {
        if ((await bus.request(subject(partition), request, ASKED_FOR_MS)) === 'done') return
        await wait(ASKED_AGAIN_MS)
      }
      throw new StoreUnavailable('No process works on the partition of the device now.')
    },
    async answer(partition, handle) {
      end(partition)
      const begun = bus.answer(subject(partition), async (request) => {
        await handle(request as OwnerRequest)
        return 'done'
      })
      answering.set(partition, begun)
      await begun
    },
    end,
  }
}
