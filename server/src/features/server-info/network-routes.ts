import { type NetworkAccess as OnWire, serverRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { codeOf } from '../../platform/error-details.ts'
import type { Movable } from '../../platform/network/movable-server.ts'
import type { NetworkAccess } from '../../platform/network/network-access.ts'
import { isLoopback } from '../../platform/network/own-addresses.ts'
import { ProblemError } from '../../platform/problem.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { exposuresOf } from './greeting.ts'

export interface NetworkParts {
  readonly network: NetworkAccess
  /** All that people and boards connect to. */
  readonly servers: readonly Movable[]
}

export function serveNetworkAccess(context: Context, { network, servers }: NetworkParts): void {
  const { config, log, serve } = context
  const toWire = (): OnWire => ({ open: !isLoopback(network.host), switchable: network.isSwitchable })

  serve(serverRoutes.networkAccess, toWire)

  serve(serverRoutes.setNetworkAccess, async ({ body: { open, password } }, caller) => {
    if (caller.role !== 'admin') throw new ProblemError(403, 'role.not-admin', 'Only an admin may do this.')
    if (!network.isSwitchable) throw isFixed()
    await confirmPassword(context, caller, password)
    await network.set(open, servers).catch(explain)
    const { userId } = caller
    log.info({ event: open ? 'network.opened' : 'network.closed', userId, host: network.host })
    for (const { event, warning } of exposuresOf({ ...config, host: network.host }))
      log.warn({ event, advice: warning })
    return toWire()
  })
}

function isFixed(): ProblemError {
  return new ProblemError(
    409,
    'network.fixed',
    'The settings of this server decide where it listens. Change HOST or PUBLIC_URL and restart it.',
  )
}

function explain(error: unknown): never {
  if (error instanceof ProblemError) throw error
  if (codeOf(error) === 'EADDRINUSE') {
    const port = error instanceof Error && 'port' in error ? ` ${String(error.port)}` : ''
    throw new ProblemError(
      409,
      'network.port-taken',
      `Another program of the server’s machine uses port${port} in the network. Stop it and try again, or start Greenhouse with another PORT or MQTT_PORT.`,
    )
  }
  throw new ProblemError(
    503,
    'network.not-stored',
    'The choice could not be stored, so nothing was changed. Look whether the disk of the server is full, and try again.',
  )
}
