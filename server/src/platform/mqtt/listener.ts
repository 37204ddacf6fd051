import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { movable, type Movable } from '../network/movable-server.ts'
import { WindowLimit } from '../rate-limit/window-limit.ts'
import type { Tls } from '../tls/tls.ts'
import type { Attempt } from './attempts.ts'
import { REASON } from './codes.ts'
import { ConnectPace } from './connect-pace.ts'
import { Connection } from './connection.ts'
import type { DeviceConnections } from './device-connections.ts'
import { LIMITS, type DeviceHandler, type ListenerLimits } from './device-handler.ts'
import { openDeviceSockets } from './device-sockets.ts'

const MINUTE = 60_000
const BACKLOG = 4096

export interface Listener extends Movable {
  listen(host: string, port: number): Promise<void>
  readonly port: number
  readonly open: number
  useCertificate(tls: Tls): void
  close(): Promise<void>
}

interface Options {
  readonly devices: DeviceConnections
  readonly tls: Tls | null
  /** Returns whether an address may send the PROXY protocol; default: none. */
  readonly isProxy?: (address: string) => boolean
  readonly limits?: ListenerLimits
}

/** Not a broker: clients publish readings and receive messages of the server, never of other clients. */
export function openListener(
  handler: DeviceHandler,
  { devices, tls, isProxy = () => false, limits = LIMITS }: Options,
): Listener {
  const connections = new Set<Connection>()
  const admission = openAdmission(handler, limits)
  const disconnecting = new Set<Promise<void>>()
  let onEmpty: (() => void) | undefined
  const pace = new ConnectPace(limits)
  const hasRoom = (unfinished: number) => connections.size + unfinished < limits.connections
  const sockets = openDeviceSockets({ tls, limits, isProxy, hasRoom, opened })
  // After pending input is read: boards that pinged while this process was suspended were not silent.
  const checking = setInterval(() => setImmediate(check), 1000).unref()

  function check(): void {
    const now = performance.now()
    for (const connection of connections) connection.check(now)
    sockets.check(now)
  }

  function opened(socket: Socket, attempt: Attempt): void {
    const connection = new Connection({ socket, address: attempt.address }, handler, limits, {
      ...admission.of(attempt.network),
      delayOf: ({ id }, clientId) => pace.delayOf(id, devices.has(id, clientId)),
      admitted: (one) => admitted(one, attempt),
      ended,
    })
    connections.add(connection)
  }

  function admitted(connection: Connection, attempt: Attempt): void {
    sockets.attempts.admitted(attempt)
    const { client } = connection
    if (client && devices.add(client, connection, limits.connectionsPerDevice)) void client.connected()
  }

  function ended(connection: Connection): void {
    connections.delete(connection)
    if (connections.size === 0) onEmpty?.()
    const { client } = connection
    if (!client || !devices.remove(client, connection)) return
    const noted = client.disconnected().finally(() => disconnecting.delete(noted))
    disconnecting.add(noted)
  }

  return {
    ...movable(sockets.server, BACKLOG),
    get port() {
      const address = sockets.server.address()
      return typeof address === 'string' ? 0 : (address?.port ?? 0)
    },
    get open() {
      return connections.size
    },
    useCertificate: sockets.useCertificate,
    async close() {
      clearInterval(checking)
      sockets.server.close()
      const emptied = new Promise<void>((resolve) => (onEmpty = resolve))
      if (connections.size === 0) onEmpty?.()
      for (const connection of connections) connection.end(REASON.shuttingDown)
      await emptied
      await Promise.all(disconnecting)
    },
  }
}

function openAdmission(handler: DeviceHandler, limits: ListenerLimits) {
  const perMinute = (max: number) => new WindowLimit<string>({ max, windowMs: MINUTE })
  const refusals = perMinute(limits.refusedPerMinute)
  const wrongCredentials = perMinute(1)
  return {
    of: (network: string) => ({
      mayTry: (credentials: readonly string[]) =>
        !refusals.isSpent(network) || !wrongCredentials.isSpent(nameOf(network, credentials)),
      refused(credentials: readonly string[], clientId: string): boolean {
        wrongCredentials.consume(nameOf(network, credentials))
        const isMuch = refusals.consume(network) > 0
        if (!isMuch) handler.denied(network, clientId)
        return isMuch
      },
    }),
  }
}

/** Returns a key for a network's credentials, hashed since a mistyped token may be almost a real one. */
function nameOf(network: string, credentials: readonly string[]): string {
  return `${network} ${createHash('sha256').update(credentials.join('\0')).digest('base64')}`
}
