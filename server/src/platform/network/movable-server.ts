import { Server, type AddressInfo, type Socket } from 'node:net'
import { isEverywhere } from './origin.ts'

/** How long requests in progress may still be replied to after the server has left the network. */
const DRAIN_MS = 3000

/** A server that can listen at another address of its machine without a restart. */
export interface Movable {
  /** Moves to an address, on the same port. If that fails, it listens where it did, and the promise rejects. */
  moveTo(host: string): Promise<void>
}

/** Open connections stay; those of the network are cut when the server moves to one address. */
export function movable(
  server: Server,
  backlog?: number,
): Movable & { listen(host: string, port: number): Promise<void> } {
  const sockets = new Set<Socket>()
  let cutting: NodeJS.Timeout | undefined
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  function cutOthersThan(host: string): void {
    for (const socket of sockets) if (socket.localAddress !== host) socket.destroy()
  }

  return {
    async listen(host, port) {
      await listenAt(server, { host, port, backlog })
      server.on('error', () => {})
    },
    async moveTo(host) {
      const { address, port } = server.address() as AddressInfo
      clearTimeout(cutting)
      // A port that is bound on one address can't be bound on all of them, so the old one is given up first. The
      // method of an HTTP server would also close idle connections, and the next request on one would fail.
      Server.prototype.close.call(server)
      try {
        await listenAt(server, { host, port, backlog })
      } catch (error) {
        await listenAt(server, { host: address, port, backlog })
        throw error
      }
      if (!isEverywhere(host)) cutting = setTimeout(cutOthersThan, DRAIN_MS, host).unref()
    },
  }
}

interface Place {
  readonly host: string
  readonly port: number
  readonly backlog?: number | undefined
}

function listenAt(server: Server, { host, port, backlog }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => () => {
      server.off('error', failed).off('listening', listening)
      outcome()
    }
    const listening = settle(resolve)
    const failed = (error: Error) => settle(() => reject(error))()
    server.on('error', failed).on('listening', listening)
    server.listen({ host, port, ...(backlog === undefined ? {} : { backlog }) })
  })
}
