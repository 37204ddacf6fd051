import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { secureContextOf, type Tls } from '../tls/tls.ts'
import type { ListenerLimits } from './device-handler.ts'
import { Handshakes } from './handshakes.ts'

interface Options {
  readonly tls: Tls | null
  readonly limits: ListenerLimits
  /** Returns whether a socket is accepted. @param unfinished TLS handshakes that are going on */
  mayAccept(socket: Socket, unfinished: number): boolean
  /** Called with each accepted socket, after its TLS handshake. */
  opened(socket: Socket): void
}

export interface DeviceSockets {
  readonly server: Server
  /** Called once a second: ends silent handshakes. `now` is performance.now(). */
  check(now: number): void
  /** Uses this certificate for new connections. */
  useCertificate(tls: Tls): void
}

/** Opens a server for the sockets of devices, encrypted when there is a certificate. It does not listen yet. */
export function openDeviceSockets({ tls, limits, mayAccept, opened }: Options): DeviceSockets {
  const handshakes = new Handshakes(limits.beforeConnectSilentMs)
  const secure =
    tls &&
    createTlsServer({ ...secureContextOf(tls), handshakeTimeout: limits.beforeConnectMs }, (socket) => {
      handshakes.finished(socket)
      opened(socket)
    })

  function accept(socket: Socket): void {
    if (!mayAccept(socket, handshakes.size)) return void socket.destroy()
    if (!secure) return opened(socket)
    handshakes.begin(socket)
    secure.emit('connection', socket)
  }

  return {
    // A board without an MQTT keep-alive may disappear without closing its connection; the TCP keep-alive detects that.
    server: createServer({ keepAlive: true, keepAliveInitialDelay: limits.tcpKeepAliveMs }, accept),
    check: (now) => handshakes.check(now),
    useCertificate: (renewed) => secure?.setSecureContext(secureContextOf(renewed)),
  }
}
