import type { Context } from '../../platform/context.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { MailTransport } from '../../platform/mail/transport.ts'
import {
  claimMail,
  countMail,
  deleteExpiredMail,
  deleteMail,
  insertMail,
  postponeMail,
  type ClaimedMail,
} from './mail-store.ts'
import { ATTEMPTS_MAX, retryAfter } from './retry.ts'

/** Whoever takes a mail has so long to send it; then another may. */
const CLAIMED_MS = 120_000
const LOOKED_EVERY_MS = 30_000
/** How long a stop waits for a mail that is on its way. */
const UNDERWAY_MS = 2000

export interface MailSender extends Outbox {
  /** Sends what is due, one after another. */
  sweep(): Promise<void>
  start(): void
  close(): Promise<void>
  /** Since the start; `waiting` is what the last look at the queue left in it. */
  readonly counts: {
    readonly sent: number
    readonly failed: number
    readonly givenUp: number
    readonly waiting: number
  }
}

type Needs = Pick<Context, 'db' | 'log' | 'now' | 'newId'> & { readonly addressOf: Outbox['addressOf'] }

/**
 * Sends mail: queued with what caused it, taken by one process, sent, forgotten. A mail that can't be sent is tried
 * again later and later; one that was being sent when we were killed may come twice, never not at all.
 */
export function openMailSender({ db, log, now, newId, addressOf }: Needs, transport: MailTransport): MailSender {
  const counts = { sent: 0, failed: 0, givenUp: 0, waiting: 0 }
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let closed = false

  function sweep(): Promise<void> {
    running ??= sendAll()
      .catch((error: unknown) => log.error({ event: 'mail.failed', err: error }))
      .finally(() => {
        running = undefined
      })
    return running
  }

  async function sendAll(): Promise<void> {
    const expired = await deleteExpiredMail(db, now())
    if (expired > 0) giveUp({ count: expired, reason: 'The link in it has expired.' })
    while (true) {
      if (closed) return
      const mail = await db.transaction().execute((tx) => claimMail(tx, { now: now(), until: now() + CLAIMED_MS }))
      if (!mail) break
      await send(mail)
    }
    counts.waiting = await countMail(db)
  }

  async function send(mail: ClaimedMail): Promise<void> {
    try {
      await transport.send(mail)
    } catch (error) {
      return putOff(mail, (error as Error).message)
    }
    await deleteMail(db, mail.id)
    counts.sent++
    log.info({ event: 'mail.sent', mailId: mail.id })
  }

  async function putOff({ id, attempts }: ClaimedMail, reason: string): Promise<void> {
    counts.failed++
    if (attempts >= ATTEMPTS_MAX) {
      await deleteMail(db, id)
      return giveUp({ mailId: id, count: 1, reason })
    }
    const nextAt = now() + retryAfter(attempts)
    await postponeMail(db, id, nextAt)
    log.warn({ event: 'mail.not-sent', mailId: id, attempts, reason, nextAt: new Date(nextAt).toISOString() })
  }

  function giveUp(more: { mailId?: string; count: number; reason: string }): void {
    counts.givenUp += more.count
    log.error({ event: 'mail.given-up', ...more })
  }

  return {
    counts,
    enqueue: (tx, letter) => insertMail(tx, letter, { id: newId(), now: now() }),
    wake: () => void sweep(),
    addressOf,
    sweep,
    start() {
      void sweep()
      timer = setInterval(() => void sweep(), LOOKED_EVERY_MS).unref()
    },
    async close() {
      closed = true
      clearInterval(timer)
      // A mail server that says nothing must not hold up the stop. Its mail stays in the queue.
      const cutting = setTimeout(() => transport.close(), UNDERWAY_MS)
      await running
      clearTimeout(cutting)
      transport.close()
    },
  }
}
