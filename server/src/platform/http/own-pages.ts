import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from '../problem.ts'
import { openHostNames, type HostNames } from './host-name.ts'
import { isApi } from './http.ts'

/** Whether a request names this server as it may be named, or comes from the named proxy, which knows its own names. */
export type IsNamedWell = (request: IncomingMessage) => boolean

export function openNameCheck(config: HostNames & { readonly trustProxy: false | string[] }): IsNamedWell {
  const isOurs = openHostNames(config)
  const isProxy = proxyAddress.compile(config.trustProxy || [])
  return ({ headers, socket }) => isOurs(headers.host) || isProxy(socket.remoteAddress ?? '', 0)
}

/**
 * Refuses what the pages of others make a browser ask. Boards are let in by any name: they hold a token, are no browsers,
 * and must not lose readings over a name.
 */
export function admitOwnPages(app: FastifyInstance, isNamedWell: IsNamedWell): void {
  app.addHook('onRequest', async (request) => {
    if (isForBoards(request)) return
    if (!isNamedWell(request.raw)) throw wrongName()
    if (isApi(request) && isFromElsewhere(request)) {
      throw new ProblemError(403, 'request.cross-site', 'Pages of other sites may not ask this server.')
    }
  })
}

function wrongName(): ProblemError {
  return new ProblemError(421, 'host.unknown', 'This server does not know itself by this name.', {
    detail: 'Whoever runs it can tell it the name with PUBLIC_URL or ALLOWED_HOSTS.',
  })
}

/** A link may lead here from anywhere, a script may not. Browsers say which it was; nobody else does. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate'
}

function isForBoards(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { access?: string } | undefined)?.access === 'device'
}
