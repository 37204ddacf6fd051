import { X509Certificate } from 'node:crypto'
import type { Log } from '../log.ts'
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts'
import { readTls, type Tls } from './tls.ts'
import { messageOf } from '../error-details.ts'

const CHECKED_EVERY_MS = 60_000
const DAY = 86_400_000
const SOON_MS = 14 * DAY

interface Options {
  readonly log: Log
  readonly now: () => number
  readonly use: (tls: Tls) => void
}

/** Loads a renewed certificate once a minute. An unusable one, such as one with the old key, is logged and ignored. */
export function openCertificate(tls: Tls, { log, now, use }: Options): PeriodicJob {
  let current = tls
  let refused = ''
  let warnedAt = -Infinity

  function reload(): void {
    try {
      const found = readTls(current.certFile, current.keyFile)
      refused = ''
      if (!found.cert.equals(current.cert) || !found.key.equals(current.key)) {
        use(found)
        current = found
        warnedAt = -Infinity
        log.info({ event: 'tls.renewed', validTo: validTo(found).toISOString() })
      }
    } catch (error) {
      const message = messageOf(error)
      if (message !== refused) log.warn({ event: 'tls.not-renewed', reason: message })
      refused = message
    }
    warnOfTheEnd(current)
  }

  function warnOfTheEnd(tls: Tls): void {
    const end = validTo(tls)
    if (end.getTime() - now() > SOON_MS || Math.abs(now() - warnedAt) < DAY) return
    warnedAt = now()
    log.warn({ event: 'tls.expires', validTo: end.toISOString() })
  }

  return openPeriodicJob(reload, {
    everyMs: CHECKED_EVERY_MS,
    runsAtStart: true,
    onError: (error) => log.error({ event: 'tls.not-renewed', err: error }),
  })
}

function validTo({ cert }: Tls): Date {
  return new X509Certificate(cert).validToDate
}
