import { join } from 'node:path'
import { toTimestamp } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
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
import { isEverywhere } from '../../platform/network/origin.ts'
import { messageOf } from '../../platform/error-details.ts'

/** Time to send a claimed mail; afterwards another process may claim it. */
const CLAIMED_MS = 120_000
const CHECKED_EVERY_MS = 30_000
/** How long shutdown waits for a mail in progress. */
const DRAIN_MS = 2000

export interface MailSender extends Outbox, PeriodicJob {
  /** Since the start; `waiting` is the queue length after the last run. */
  readonly counts: {
    readonly sent: number
    readonly failed: number
    readonly givenUp: number
    readonly waiting: number
  }
}

type Needs = Pick<Context, 'db' | 'log' | 'now' | 'newId'> & { readonly addressOf: Outbox['addressOf'] }

/** Each mail is claimed by one process, sent and deleted. After a kill it may be sent twice, but is never lost. */
export function openMailSender({ db, log, now, newId, addressOf }: Needs, transport: MailTransport): MailSender {
  const counts = { sent: 0, failed: 0, givenUp: 0, waiting: 0 }
  const job = openPeriodicJob(sendAll, {
    everyMs: CHECKED_EVERY_MS,
    runsAtStart: true,
    onError: (error) => log.error({ event: 'mail.failed', err: error }),
  })

  async function sendAll(signal: AbortSignal): Promise<void> {
    const expired = await deleteExpiredMail(db, now())
    if (expired > 0) giveUp({ count: expired, reason: 'The link in it has expired.' })
    while (true) {
      if (signal.aborted) return
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
      return putOff(mail, messageOf(error))
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
    log.warn({ event: 'mail.not-sent', mailId: id, attempts, reason, nextAt: toTimestamp(nextAt) })
  }

  function giveUp(more: { mailId?: string; count: number; reason: string }): void {
    counts.givenUp += more.count
    log.error({ event: 'mail.given-up', ...more })
  }

  return {
    counts,
    enqueue: (tx, mail) => insertMail(tx, mail, { id: newId(), now: now() }),
    wake: () => void job.runNow(),
    addressOf,
    runNow: job.runNow,
    start: job.start,
    async close() {
      // A mail server that does not respond must not delay shutdown. Its mail stays queued.
      const cutting = setTimeout(() => transport.close(), DRAIN_MS)
      await job.close()
      clearTimeout(cutting)
      transport.close()
    },
  }
}

/** @param host the address that the server listens on */
export function logMailRoute({ config, log, mail }: Context, host: string): void {
  if (config.smtpUrl === null) log.info({ event: 'mail.to-files', folder: join(config.dataDir, 'mail') })
  else if (config.publicUrl === null && isEverywhere(host))
    log.warn({ event: 'mail.links-guessed', origin: mail.addressOf(''), advice: 'Set PUBLIC_URL.' })
}
