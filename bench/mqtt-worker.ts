import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'
import { percentile } from './result.ts'
import { serveWorker } from './worker.ts'

/** Warm-up: a fresh process measures its own slowness. */
const WARM_UP_MS = 2000

export interface MqttTask {
  /** The boards are divided among them. */
  readonly ports: readonly number[]
  readonly devices: ReadonlyArray<{ deviceId: string; deviceToken: string }>
  readonly seconds: number
  /** Readings a second over all connections; undefined for as many as are acknowledged. */
  readonly rate?: number
  /** Publishes of one connection that may wait for their acknowledgement. */
  readonly window: number
  /** Time of the first reading of each device, milliseconds since 1970; the next follow 37 ms apart. */
  readonly startAt: number
}

export interface MqttOutcome {
  /** Acknowledged readings a second. */
  readonly rate: number
  /** Acknowledged readings in all. */
  readonly acknowledged: number
  /** Processor time of the boards themselves while they published, in seconds. */
  readonly loadSeconds: number
  /** Milliseconds from when a publish was due to its PUBACK, after the first two seconds. */
  readonly p50: number
  readonly p99: number
}

type BoardTask = Pick<MqttTask, 'window' | 'startAt'> & { readonly deviceId: string }

/** Encoded by hand: a client library would use the cores under measurement. */
class Board {
  readonly #socket: Socket
  readonly #topic: Buffer
  readonly #dueAt = new Float64Array(65_536)
  readonly #latencies: number[]
  readonly #window: number
  #time: number
  #id = 0
  waiting = 0
  rest: Buffer = Buffer.alloc(0)
  onFree: (() => void) | undefined

  constructor(socket: Socket, { deviceId, window, startAt }: BoardTask, latencies: number[]) {
    this.#socket = socket
    this.#topic = Buffer.from(`Device/${deviceId}/SensorData`)
    this.#window = window
    this.#latencies = latencies
    this.#time = startAt
    socket.on('data', (chunk: Buffer) => this.#hear(chunk))
  }

  get free(): boolean {
    return this.waiting < this.#window
  }

  /** `dueAt` in performance.now(), so that delays of the load itself are counted. */
  publish(dueAt = performance.now()): void {
    this.#id = (this.#id % 65_535) + 1
    this.#time += 37
    const payload = Buffer.from(
      `{"temperature":${(20 + (this.#id % 50) / 10).toFixed(1)},"humidity":63.2,"pressure":1013.2,"air_quality_analog":412,"timestamp":"${new Date(this.#time).toISOString()}"}`,
    )
    const length = 2 + this.#topic.length + 2 + payload.length
    const packet = Buffer.allocUnsafe(3 + length)
    packet[0] = 0x32
    packet[1] = (length & 0x7f) | 0x80
    packet[2] = length >> 7
    packet.writeUInt16BE(this.#topic.length, 3)
    this.#topic.copy(packet, 5)
    packet.writeUInt16BE(this.#id, 5 + this.#topic.length)
    payload.copy(packet, 7 + this.#topic.length)
    this.#dueAt[this.#id] = dueAt
    this.waiting += 1
    this.#socket.write(packet)
  }

  #hear(chunk: Buffer): void {
    const all = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
    const now = performance.now()
    let at = 0
    // Only PUBACKs of four bytes arrive.
    for (; at + 4 <= all.length; at += 4) {
      this.#latencies.push(now - (this.#dueAt[all.readUInt16BE(at + 2)] ?? now))
      this.waiting -= 1
    }
    this.rest = all.subarray(at)
    this.onFree?.()
  }
}

serveWorker(async (task): Promise<MqttOutcome> => {
  const { ports, devices, seconds, rate, window, startAt } = task as MqttTask
  const latencies: number[] = []
  let warm = 0
  const sockets: Socket[] = []
  const boards: Board[] = []
  for (const [index, { deviceId, deviceToken }] of devices.entries()) {
    const socket = connect(ports[index % ports.length]!, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    socket.write(
      generate({
        cmd: 'connect',
        protocolVersion: 4,
        clean: true,
        clientId: deviceId,
        keepalive: 60,
        username: deviceToken,
        password: Buffer.from(deviceToken),
      }),
    )
    await once(socket, 'data')
    sockets.push(socket)
    boards.push(new Board(socket, { deviceId, window, startAt }, latencies))
  }
  setTimeout(() => (warm = latencies.length), WARM_UP_MS)
  const started = performance.now()
  const usedBefore = process.cpuUsage()
  if (rate === undefined) await flood(boards, seconds)
  else await pace(boards, seconds, rate)
  const elapsed = performance.now() - started
  const { user, system } = process.cpuUsage(usedBefore)
  const acknowledged = latencies.length
  for (const socket of sockets) socket.destroy()
  return {
    rate: (acknowledged / elapsed) * 1000,
    acknowledged,
    loadSeconds: (user + system) / 1e6,
    p50: percentile(latencies.slice(warm), 0.5),
    p99: percentile(latencies.slice(warm), 0.99),
  }
})

/** Publishes as fast as each connection gets its acknowledgements. */
function flood(boards: readonly Board[], seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const until = performance.now() + seconds * 1000
    for (const board of boards) {
      board.onFree = () => {
        while (board.free && performance.now() < until) board.publish()
      }
      board.onFree()
    }
    setTimeout(resolve, seconds * 1000)
  })
}

/** Publishes at a fixed rate over all connections, however late the acknowledgements are. */
async function pace(boards: readonly Board[], seconds: number, rate: number): Promise<void> {
  const started = performance.now()
  let sent = 0
  while (performance.now() - started < seconds * 1000) {
    const due = Math.floor(((performance.now() - started) / 1000) * rate)
    for (; sent < due; sent++) boards[sent % boards.length]?.publish(started + (sent / rate) * 1000)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
