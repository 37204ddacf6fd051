import type { Duplex } from 'node:stream'

/** Sends a status (such as `404 Not Found`) to a request to upgrade, and ends its connection, read or not. */
export function refuseUpgrade(stream: Duplex, status: string): void {
  // Nobody reads this stream, so that the end of the other side would never be seen, and the connection stay for ever.
  stream.once('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
