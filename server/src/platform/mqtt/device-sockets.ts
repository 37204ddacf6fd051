import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { secureContextOf, type Tls } from '../tls/tls.ts'
import { Attempts, type Attempt } from './attempts.ts'
import type { ListenerLimits } from './device-handler.ts'
import { Handshakes } from './handshakes.ts'
import { readProxyHeader } from './proxy-header.ts'

interface Options {
  readonly tls: Tls | null
  readonly limits: ListenerLimits
  isProxy(address: string): boolean
  hasRoom(unfinished: number): boolean
  opened(socket: Socket, attempt: Attempt): void
}

export interface DeviceSockets {
  readonly server: Server
  readonly attempts: Pick<Attempts, 'admitted'>
  /** Ends silent handshakes. Called once a second; `now` is performance.now(). */
  check(now: number): void
  useCertificate(tls: Tls): void
}

export function openDeviceSockets({ tls, limits, isProxy, hasRoom, opened }: Options): DeviceSockets {
  const attempts = new Attempts(limits)
  const handshakes = new Handshakes(limits.beforeConnectSilentMs)
  const secure =
    tls &&
    createTlsServer({ ...secureContextOf(tls), handshakeTimeout: limits.beforeConnectMs }, (socket) => {
      const attempt = handshakes.finished(socket)
      if (attempt) opened(socket, attempt)
      else socket.destroy()
    })

  function accept(socket: Socket): void {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || !hasRoom(handshakes.size)) return void socket.destroy()
    if (!isProxy(remoteAddress)) return begin(socket, remoteAddress)
    // Errors are seen as the end of the socket.
    socket.on('error', () => {})
    handshakes.begin(socket)
    void beginBehindProxy(socket, remoteAddress).catch(() => socket.destroy())
  }

  async function beginBehindProxy(socket: Socket, proxy: string): Promise<void> {
    const address = (await readProxyHeader(socket)) ?? proxy
    handshakes.finished(socket)
    if (!socket.destroyed) begin(socket, address)
  }

  function begin(socket: Socket, address: string): void {
    const attempt = attempts.begin(socket, address)
    if (!secure) return opened(socket, attempt)
    handshakes.begin(socket, attempt)
    secure.emit('connection', socket)
  }

  return {
    attempts,
    // Detects boards without an MQTT keep-alive that disappear without closing their connection.
    server: createServer({ keepAlive: true, keepAliveInitialDelay: limits.tcpKeepAliveMs }, accept),
    check: (now) => handshakes.check(now),
    useCertificate: (renewed) => secure?.setSecureContext(secureContextOf(renewed)),
  }
}
