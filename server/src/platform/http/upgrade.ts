import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { refuseUpgrade } from '../network/refuse-upgrade.ts'
import type { IsHostAllowed } from './own-pages.ts'

interface Upgrade {
  readonly trustProxy: false | string[]
  readonly publicUrl: string | null
  readonly isHostAllowed: IsHostAllowed
  readonly accept: (request: IncomingMessage, stream: Duplex, head: Buffer, address: string) => void
}

/** Accepts upgrades on `/` and `/ws` from same-origin pages and from clients without an Origin header. */
export function serveUpgrades(app: FastifyInstance, { trustProxy, publicUrl, isHostAllowed, accept }: Upgrade): void {
  const isTrusted = proxyAddress.compile(trustProxy || [])
  app.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    const path = (request.url ?? '').split('?')[0]
    if (path !== '/' && path !== '/ws') return refuseUpgrade(stream, '404 Not Found')
    if (!isHostAllowed(request)) return refuseUpgrade(stream, '421 Misdirected Request')
    if (!isOwnOrigin(request, publicUrl)) return refuseUpgrade(stream, '403 Forbidden')
    accept(request, stream, head, proxyAddress(request, isTrusted))
  })
}

/** Pages of other sites may not open a socket for their visitor; scripts send no origin. */
function isOwnOrigin({ headers }: IncomingMessage, publicUrl: string | null): boolean {
  if (headers.origin === undefined || headers.origin === publicUrl) return true
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host
}
