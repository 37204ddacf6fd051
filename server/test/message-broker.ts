import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { generate, parser as openParser, type Packet } from 'mqtt-packet'
import { onTestFinished } from 'vitest'

/** A broker that a test controls packet by packet. */
export interface ScriptedBroker {
  readonly port: number
  /** Packets of all connections, in order of arrival. */
  readonly received: Packet[]
  /** The newest connection. */
  send(...packets: readonly Packet[]): void
  sendBytes(bytes: Buffer): void
  /** Ends the newest connection without a word. */
  drop(): void
  close(): void
}

type Reply = (packet: Packet, connection: number) => Packet | 'drop' | undefined

/** Admits everybody, unless `reply` returns something else for a packet. `connection` counts from 0. */
export async function startScriptedBroker(version: 4 | 5, reply: Reply = () => undefined): Promise<ScriptedBroker> {
  const received: Packet[] = []
  let newest: Socket | undefined
  let count = 0
  const send = (socket: Socket | undefined, packet: Packet) => {
    if (socket?.writable) socket.write(generate(packet, { protocolVersion: version }))
  }
  const server = createServer((socket) => {
    const connection = count++
    newest = socket
    const parser = openParser({ protocolVersion: version })
    parser.on('packet', (packet) => {
      received.push(packet)
      const answer = reply(packet, connection) ?? admission(packet, version)
      if (answer === 'drop') socket.destroy()
      else if (answer) send(socket, answer)
    })
    socket.on('data', (chunk: Buffer) => parser.parse(chunk))
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    newest?.destroy()
    server.close()
  }
  onTestFinished(close)
  return {
    port: (server.address() as AddressInfo).port,
    received,
    send: (...packets) => packets.forEach((packet) => send(newest, packet)),
    sendBytes: (bytes) => void newest?.write(bytes),
    drop: () => void newest?.destroy(),
    close,
  }
}

function admission(packet: Packet, version: 4 | 5): Packet | undefined {
  if (packet.cmd === 'connect')
    return { cmd: 'connack', sessionPresent: false, ...(version === 5 ? { reasonCode: 0 } : { returnCode: 0 }) }
  if (packet.cmd === 'subscribe')
    return { cmd: 'suback', messageId: packet.messageId ?? 1, granted: packet.subscriptions.map(() => 1) }
  if (packet.cmd === 'unsubscribe') return { cmd: 'unsuback', messageId: packet.messageId ?? 1, granted: [0] }
  return undefined
}
