import { setTimeout as wait } from 'node:timers/promises'
import { liveRoutes, PING_INTERVAL_MS, readingRoutes, topic } from '@greenhouse/contract'
import { WebSocket } from 'ws'
import type { Grower } from '../growers.ts'
import type { Board } from './boards.ts'
import { numberAt, timeOf } from './pattern.ts'

const RECONNECT_MS = 500

/** An open page that follows devices: frames, and after each subscription the history since its last gap. */
export interface Page {
  /** Frames until now. */
  readonly frames: number
  /** Returns how many acknowledged readings it shows neither from a frame nor from a history. */
  missed(): number
  /** Readings in frames that its devices never sent. */
  readonly foreign: readonly string[]
  close(): void
}

export function openPage(url: string, grower: Grower, boards: readonly Board[], clientId: string): Page {
  const shown = new Map(boards.map((board) => [board.device.deviceId, { board, seen: new Set<number>() }]))
  const topicIds = [topic.dashboard, ...boards.map(({ device }) => topic.readingsOf(device.deviceId))]
  const foreign: string[] = []
  let frames = 0
  let closed = false
  let socket: WebSocket | undefined
  let ping: NodeJS.Timeout | undefined

  function open(): void {
    if (closed) return
    let isAlive = true
    const own = new WebSocket(`${url.replace('http', 'ws')}/ws?id=${clientId}`, { origin: url })
    socket = own
    own.on('open', () => void subscribe(own))
    own.on('message', (data) => {
      isAlive = true
      receive(String(data as Buffer))
    })
    own.on('error', () => {})
    own.on('close', () => {
      clearInterval(ping)
      setTimeout(open, RECONNECT_MS)
    })
    // A connection without a frame since the last ping is dead, as browsers see it.
    ping = setInterval(() => {
      if (!isAlive) return own.terminate()
      isAlive = false
      if (own.readyState === WebSocket.OPEN) own.send(JSON.stringify({ eventType: 'ping' }))
    }, PING_INTERVAL_MS)
  }

  async function subscribe(own: WebSocket): Promise<void> {
    try {
      await grower.call(liveRoutes.subscribe, { body: { clientId, topicIds } })
    } catch {
      return own.terminate()
    }
    await refresh(own)
  }

  /** Reads what came while nothing was subscribed, again until it is answered. */
  async function refresh(own: WebSocket): Promise<void> {
    for (const { board, seen } of shown.values()) {
      const { deviceId } = board.device
      const from = new Date(timeOf(firstGap(seen))).toISOString()
      const query = { deviceId, from, to: new Date(timeOf(board.sent + 1000)).toISOString() }
      while (!closed && own.readyState === WebSocket.OPEN) {
        const history = await grower.call(readingRoutes.history, { query }).catch(() => undefined)
        if (history === undefined) {
          await wait(RECONNECT_MS)
          continue
        }
        for (const { time } of history[0]?.sensorHistoryRecords ?? []) seen.add(numberAt(Date.parse(time)))
        break
      }
    }
  }

  function receive(text: string): void {
    const message = JSON.parse(text) as {
      eventType: string
      logs?: Array<{ deviceId: string; sensorHistoryRecords: Array<{ time: string }> }>
    }
    // Everything is read again when the server says that something changed.
    if (message.eventType === 'AdminHasDeletedData' && socket) void refresh(socket)
    if (message.logs === undefined) return
    frames++
    for (const { deviceId, sensorHistoryRecords } of message.logs)
      for (const { time } of sensorHistoryRecords) {
        const number = numberAt(Date.parse(time))
        const own = shown.get(deviceId)
        if (own === undefined || number >= own.board.sent) foreign.push(`${deviceId} ${time}`)
        own?.seen.add(number)
      }
  }

  open()
  return {
    get frames() {
      return frames
    },
    foreign,
    missed() {
      let count = 0
      for (const { board, seen } of shown.values())
        for (const number of board.acknowledged) if (!seen.has(number)) count++
      return count
    },
    close() {
      closed = true
      clearInterval(ping)
      socket?.terminate()
    },
  }
}

/** Returns the number of the first reading that was not seen. */
function firstGap(seen: ReadonlySet<number>): number {
  let number = 0
  while (seen.has(number)) number++
  return number
}
