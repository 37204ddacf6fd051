import type { Duplex } from 'node:stream'

export function refuseUpgrade(stream: Duplex, status: string): void {
  // Nobody reads this stream, so the other side's end would never be seen, and the connection would stay.
  stream.once('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
