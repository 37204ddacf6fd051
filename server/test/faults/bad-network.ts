import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A stretch of network between a client and the server, that does what it is told. */
export interface Network {
  readonly port: number
  /** Swallows every byte from now on and says nothing to either end: no FIN, no reset, as when a cable is pulled. */
  goSilent(): void
}

interface Weather {
  /** How long a piece is held back, in milliseconds. */
  readonly delayMs?: () => number
  /** After how many bytes of both directions a connection is cut with a reset. */
  readonly cutAfterBytes?: () => number
  /** The longest piece that passes at once: longer ones arrive in parts. */
  readonly pieceBytes?: number
}

/** Opens a way to the port on which bytes are delayed, cut into pieces and lost with their connection. */
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
  /** Hands on what arrives, piece by piece and in order. */
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
      // A connection that was cut ends here.
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
