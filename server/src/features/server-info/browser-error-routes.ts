import { browserErrorRoutes, MINUTE_MS } from '@greenhouse/contract'
import { browserName } from '../users/browser-name.ts'
import type { Context } from '../../platform/context.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import { ProblemError } from '../../platform/problem.ts'
import { WindowLimit } from '../../platform/rate-limit/window-limit.ts'
import { withoutSecrets } from './without-secrets.ts'

/** A minute: a broken page reports a few times, a log must not be flooded. */
const PER_NETWORK_MAX = 10
const IN_ALL_MAX = 60
const PAGE = /^(\/[a-z-]{0,30})?$/

/** Logs the exceptions of pages, without their user or address. */
export function serveBrowserErrors({ log, serve }: Context): void {
  const ofNetwork = new WindowLimit<string>({ max: PER_NETWORK_MAX, windowMs: MINUTE_MS })
  const ofAll = new WindowLimit<string>({ max: IN_ALL_MAX, windowMs: MINUTE_MS })

  serve(browserErrorRoutes.report, ({ body }, { address, userAgent }) => {
    const wait = ofNetwork.consume(networkOf(address)) || ofAll.consume('all')
    if (wait > 0) {
      throw new ProblemError(429, 'browser-error.too-many', 'Too many errors were reported. Try again in a minute.', {
        retryAfterSeconds: Math.ceil(wait / 1000),
      })
    }
    log.error({
      event: 'browser.error',
      message: withoutSecrets(body.message),
      stack: withoutSecrets(body.stack),
      page: PAGE.test(body.page) ? body.page : 'other',
      build: withoutSecrets(body.build),
      browser: browserName(userAgent),
    })
  })
}
