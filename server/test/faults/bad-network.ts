import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy between a client and the server that behaves like a bad network. */
export interface Network {
  readonly port: number
  /** Drops every byte from now on and sends neither FIN nor reset to either end, as when a cable is pulled. */
  goSilent(): void
}

interface Weather {
  /** Returns the delay of a piece, in milliseconds. */
  readonly delayMs?: () => number
  /** Returns after how many bytes of both directions a connection is reset. */
  readonly cutAfterBytes?: () => number
  /** The size of the largest piece; longer ones arrive in parts. */
  readonly pieceBytes?: number
}

/** Opens a proxy to the port that delays bytes, splits them and resets connections. */
export async function openNetwork(target: number, weather: Weather = {}): Promise<Network> {
  const { delayMs = () => 0, cutAfterBytes = () => Infinity, pieceBytes = 64 * 1024 } = weather
  const open = new Set<Socket>()
  let silent = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    let left = cutAfterBytes()
    const cut = () => {
      for (const socket of [near, far]) {
        socket.resetAndDestroy()
        open.delete(socket)
      }
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('close', () => !silent && setTimeout(() => to.end(), 50))
      void pass(from, (piece) => {
        if (silent || to.destroyed) return
        to.write(piece)
        if ((left -= piece.length) <= 0) cut()
      })
    }
  })
  /** Forwards what arrives, piece by piece and in order. */
  async function pass(from: Socket, handOn: (piece: Buffer) => void): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += pieceBytes) {
          const held = delayMs()
          if (held > 0) await new Promise((resolve) => setTimeout(resolve, held))
          handOn(chunk.subarray(at, at + pieceBytes))
        }
      }
    } catch {
      // The connection was reset.
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    goSilent() {
      silent = true
    },
  }
}
