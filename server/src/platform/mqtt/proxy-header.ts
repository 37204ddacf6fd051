import type { Socket } from 'node:net'

/** https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt, version 2 */
const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const HEADER_BYTES = 16
const REST_MAX = 1024
const [LOCAL, PROXY] = [0x20, 0x21]
const [TCP4, TCP6] = [0x11, 0x21]

/** Resolves with undefined without a header, or for a connection of the proxy itself. Leaves later bytes unread. */
export async function readProxyHeader(socket: Socket): Promise<string | undefined> {
  const first = await read(socket, 1)
  // Neither MQTT nor TLS begins with this byte.
  if (first[0] !== SIGNATURE[0]) {
    socket.unshift(first)
    return undefined
  }
  const header = Buffer.concat([first, await read(socket, HEADER_BYTES - 1)])
  const [command, family, length] = [header[12], header[13], header.readUInt16BE(14)]
  if (!header.subarray(0, 12).equals(SIGNATURE) || (command !== LOCAL && command !== PROXY) || length > REST_MAX)
    throw malformed()
  const rest = length === 0 ? Buffer.alloc(0) : await read(socket, length)
  if (command === LOCAL) return undefined
  if (family === TCP4 && length >= 12) return rest.subarray(0, 4).join('.')
  if (family === TCP6 && length >= 36) return groupsOf(rest.subarray(0, 16))
  throw malformed()
}

function read(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const attempt = () => {
      // Node types the bytes of a binary stream as any.
      const bytes = socket.read(length) as Buffer | null
      if (bytes?.length === length) finish(() => resolve(bytes))
      else if (bytes || socket.readableEnded) ended()
    }
    const ended = () => finish(() => reject(malformed()))
    const finish = (settle: () => void) => {
      socket.off('readable', attempt).off('end', ended).off('close', ended)
      settle()
    }
    socket.on('readable', attempt).on('end', ended).on('close', ended)
    attempt()
  })
}

function groupsOf(address: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => address.readUInt16BE(index * 2).toString(16))
  const text = groups.join(':')
  return text.startsWith('0:0:0:0:0:ffff:') ? address.subarray(12).join('.') : text
}

function malformed(): Error {
  return new Error('The header of the proxy is malformed.')
}
