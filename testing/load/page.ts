import { setTimeout as wait } from 'node:timers/promises'
import { liveRoutes, PING_INTERVAL_MS, readingRoutes, topic } from '@greenhouse/contract'
import { WebSocket } from 'ws'
import type { Grower } from '../growers.ts'
import type { Board } from './boards.ts'
import { numberAt, timeOf } from './pattern.ts'

const RECONNECT_MS = 500

interface Message {
  readonly eventType: string
  readonly logs?: ReadonlyArray<{
    readonly deviceId: string
    readonly sensorHistoryRecords: ReadonlyArray<{ readonly time: string }>
  }>
}

/** A page that collects live frames, and after each subscription the history since its first gap. */
export class Page {
  frames = 0
  /** Received readings that its devices never sent. */
  readonly foreign: string[] = []
  readonly #url: string
  readonly #grower: Grower
  readonly #clientId: string
  readonly #shown: ReadonlyMap<string, { readonly board: Board; readonly seen: Set<number> }>
  #isClosed = false
  #socket: WebSocket | undefined

  constructor(url: string, grower: Grower, boards: readonly Board[], clientId: string) {
    this.#url = url
    this.#grower = grower
    this.#clientId = clientId
    this.#shown = new Map(boards.map((board) => [board.device.deviceId, { board, seen: new Set<number>() }]))
    this.#open()
  }

  /** Counts acknowledged readings in neither a frame nor a history. */
  missed(): number {
    let count = 0
    for (const { board, seen } of this.#shown.values())
      for (const number of board.acknowledged) if (!seen.has(number)) count++
    return count
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
  }

  #open(): void {
    if (this.#isClosed) return
    let isAlive = true
    const address = `${this.#url.replace('http', 'ws')}/ws?id=${this.#clientId}`
    const socket = new WebSocket(address, { origin: this.#url })
    this.#socket = socket
    // A connection without a frame since the last ping is dead.
    const ping = setInterval(() => {
      if (!isAlive) return socket.terminate()
      isAlive = false
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ eventType: 'ping' }))
    }, PING_INTERVAL_MS)
    socket.on('open', () => void this.#subscribe(socket))
    socket.on('message', (data: Buffer) => {
      isAlive = true
      this.#receive(socket, JSON.parse(data.toString()) as Message)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(ping)
      setTimeout(() => this.#open(), RECONNECT_MS)
    })
  }

  async #subscribe(socket: WebSocket): Promise<void> {
    const topicIds = [topic.dashboard, ...[...this.#shown.keys()].map(topic.readingsOf)]
    try {
      await this.#grower.call(liveRoutes.subscribe, { body: { clientId: this.#clientId, topicIds } })
    } catch {
      return socket.terminate()
    }
    await this.#refresh(socket)
  }

  /** Reads the history of the gap, with retries. */
  async #refresh(socket: WebSocket): Promise<void> {
    for (const { board, seen } of this.#shown.values()) {
      const from = new Date(timeOf(firstGap(seen))).toISOString()
      const query = {
        deviceId: board.device.deviceId,
        from,
        to: new Date(timeOf(board.sent + 1000)).toISOString(),
      }
      while (socket.readyState === WebSocket.OPEN) {
        const history = await this.#grower.call(readingRoutes.history, { query }).catch(() => undefined)
        for (const { time } of history?.[0]?.sensorHistoryRecords ?? []) seen.add(numberAt(Date.parse(time)))
        if (history) break
        await wait(RECONNECT_MS)
      }
    }
  }

  #receive(socket: WebSocket, { eventType, logs = [] }: Message): void {
    // The server reports a change, so everything is read again.
    if (eventType === 'AdminHasDeletedData') void this.#refresh(socket)
    if (logs.length > 0) this.frames++
    for (const { deviceId, sensorHistoryRecords } of logs)
      for (const { time } of sensorHistoryRecords) {
        const number = numberAt(Date.parse(time))
        const own = this.#shown.get(deviceId)
        if (own === undefined || number >= own.board.sent) this.foreign.push(`${deviceId} ${time}`)
        own?.seen.add(number)
      }
  }
}

/** Returns the first missing reading. */
function firstGap(seen: ReadonlySet<number>): number {
  let number = 0
  while (seen.has(number)) number++
  return number
}
