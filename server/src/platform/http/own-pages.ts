import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from '../problem.ts'
import { openHostNames, type HostNames } from './host-name.ts'
import { isApi } from './api-replies.ts'

/** Returns whether a request uses a host name of this server, or comes from the trusted proxy, which may use any. */
export type IsHostAllowed = (request: IncomingMessage) => boolean

export function openHostCheck(config: HostNames & { readonly trustProxy: false | string[] }): IsHostAllowed {
  const isOurs = openHostNames(config)
  const isProxy = proxyAddress.compile(config.trustProxy || [])
  return ({ headers, socket }) => isOurs(headers.host) || isProxy(socket.remoteAddress ?? '', 0)
}

/** Boards may use any host name: they are not browsers, and readings must not be lost because of a name. */
export function admitOwnPages(app: FastifyInstance, isHostAllowed: IsHostAllowed): IsHostAllowed {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isForBoards(request)) return done()
    if (!isHostAllowed(request.raw)) throw unknownHost()
    if (isApi(request) && isCrossSite(request)) {
      throw new ProblemError(403, 'request.cross-site', 'Pages of other sites can’t use this server.')
    }
    done()
  })
  return isHostAllowed
}

function unknownHost(): ProblemError {
  return new ProblemError(421, 'host.unknown', 'This server does not have this host name.', {
    detail: 'The administrator of the server can add the name with PUBLIC_URL or ALLOWED_HOSTS.',
  })
}

/** Other sites may link to this server, but their scripts may not call it. Only browsers send these headers. */
function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate'
}

function isForBoards(request: FastifyRequest): boolean {
  return request.routeOptions.config?.access === 'board'
}
