import { createHash } from 'node:crypto'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls'
import { networkOf } from '../network.ts'
import { secureContextOf, type Tls } from '../tls/tls.ts'
import { REASON } from './codes.ts'
import { Connection } from './connection.ts'
import type { DeviceConnections } from './device-connections.ts'
import { LIMITS, type DeviceHandler, type ListenerLimits } from './device-handler.ts'

const MINUTE = 60_000

export interface Listener {
  listen(host: string, port: number): Promise<void>
  readonly port: number
  readonly open: number
  /** From now on new connections get this certificate. */
  useCertificate(tls: Tls): void
  /** Accepts no new connection, and ends the open ones with a reason. */
  close(): Promise<void>
}

interface Options {
  /** The connections of each device are added to it and removed from it. */
  readonly devices: DeviceConnections
  readonly tls: Tls | null
  readonly limits?: ListenerLimits
}

/**
 * Listens for devices that speak MQTT 3.1.1 or 5. Not a broker: a device publishes its readings and receives what
 * the server sends it, and nothing passes from one device to another.
 */
export function openListener(handler: DeviceHandler, { devices, tls, limits = LIMITS }: Options): Listener {
  const connections = new Set<Connection>()
  const attempts = new Attempts()
  const leaving = new Set<Promise<void>>()
  const empty = Promise.withResolvers<void>()
  // A board that promised no sign of life may be gone without a word; the network itself asks after it.
  const options = { keepAlive: true, keepAliveInitialDelay: limits.tcpKeepAliveMs }
  const server: Server = tls
    ? createTlsServer({ ...options, ...secureContextOf(tls), handshakeTimeout: limits.beforeConnectMs }, accept)
    : createTcpServer(options, accept)
  // What has arrived is read first: after we stood still, boards that pinged meanwhile have not been silent.
  const checking = setInterval(() => setImmediate(check), 1000).unref()

  function check(): void {
    const now = performance.now()
    for (const connection of connections) connection.check(now)
  }

  function accept(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    if (connections.size >= limits.connections || attempts.count(`connect ${network}`) > limits.connectsPerMinute) {
      socket.destroy()
      return
    }
    const connection = new Connection(socket, handler, limits, {
      mayTry: (credentials) =>
        attempts.of(`refused ${network}`) < limits.refusedPerMinute || attempts.of(nameOf(network, credentials)) === 0,
      refused(credentials) {
        attempts.count(nameOf(network, credentials))
        const isMuch = attempts.count(`refused ${network}`) > limits.refusedPerMinute
        if (!isMuch) handler.denied(network)
        return isMuch
      },
      admitted,
      ended,
    })
    connections.add(connection)
  }

  function admitted(connection: Connection): void {
    const { device } = connection
    if (!device) return
    const isFirst = devices.add(device.deviceId, connection, limits.connectionsPerDevice)
    if (isFirst) void handler.connected(device)
  }

  function ended(connection: Connection): void {
    connections.delete(connection)
    if (!server.listening && connections.size === 0) empty.resolve()
    const { device } = connection
    if (!device || !devices.remove(device.deviceId, connection)) return
    const noted = handler.disconnected(device).finally(() => leaving.delete(noted))
    leaving.add(noted)
  }

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, 4096, () => {
          server.off('error', reject)
          server.on('error', () => {})
          resolve()
        })
      }),
    get port() {
      return (server.address() as AddressInfo | null)?.port ?? 0
    },
    get open() {
      return connections.size
    },
    useCertificate(renewed) {
      if (server instanceof TlsServer) server.setSecureContext(secureContextOf(renewed))
    },
    async close() {
      clearInterval(checking)
      server.close()
      if (connections.size === 0) empty.resolve()
      for (const connection of connections) connection.end(REASON.shuttingDown)
      await empty.promise
      await Promise.all(leaving)
    },
  }
}

/** What a network tried, without keeping it: a mistyped token may be somebody's real one. */
function nameOf(network: string, credentials: readonly string[]): string {
  return `${network} ${createHash('sha256').update(credentials.join('\0')).digest('base64')}`
}

/** More different things are not counted within a minute: a stranger could name as many as he likes. */
const COUNTED_MAX = 50_000

/** Counts by name within the running minute. */
class Attempts {
  #minute = 0
  #counts = new Map<string, number>()

  of(name: string): number {
    const minute = Math.floor(performance.now() / MINUTE)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts = new Map()
    }
    return this.#counts.get(name) ?? 0
  }

  count(name: string): number {
    const count = this.of(name) + 1
    if (count > 1 || this.#counts.size < COUNTED_MAX) this.#counts.set(name, count)
    return count
  }
}
