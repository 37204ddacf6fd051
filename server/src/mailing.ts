import { claimMail, deleteMail, postponeMail } from './features/newsletter/newsletter-store.ts'
import type { Context } from './platform/context.ts'
import type { MailTransport } from './platform/mail/transport.ts'

/** Whoever takes a mail has so long to send it; then another may. */
const CLAIMED_MS = 120_000
const LOOKED_EVERY_MS = 30_000
const RETRY_BASE_MS = 60_000
const ATTEMPTS_MAX = 8

export interface Mailing {
  /** Sends what is due, one after another. */
  sweep(): Promise<void>
  start(): void
  close(): Promise<void>
}

/**
 * The story of a mail: queued with what caused it, taken by one process, sent, forgotten. A mail that can't be sent is
 * tried again later and later; one that was being sent when we were killed may come twice, never not at all.
 */
export function openMailing({ db, log, now }: Context, transport: MailTransport): Mailing {
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
    while (true) {
      if (closed) return
      const mail = await db.transaction().execute((tx) => claimMail(tx, { now: now(), until: now() + CLAIMED_MS }))
      if (!mail) return
      try {
        await transport.send(mail)
        await deleteMail(db, mail.id)
        log.info({ event: 'mail.sent', mailId: mail.id })
      } catch (error) {
        await putOff(mail, (error as Error).message)
      }
    }
  }

  async function putOff({ id, attempts }: { id: string; attempts: number }, reason: string): Promise<void> {
    log.warn({ event: 'mail.not-sent', mailId: id, attempts, reason })
    if (attempts >= ATTEMPTS_MAX) await deleteMail(db, id)
    else await postponeMail(db, id, now() + RETRY_BASE_MS * 2 ** (attempts - 1))
  }

  return {
    sweep,
    start() {
      void sweep()
      timer = setInterval(() => void sweep(), LOOKED_EVERY_MS).unref()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await running
      transport.close()
    },
  }
}
