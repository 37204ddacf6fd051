import { setTimeout as wait } from 'node:timers/promises'
import { createClient, readingRoutes } from '@greenhouse/contract'
import { connectBoard, sensorData } from '../boards.ts'
import type { DeviceCredentials } from '../growers.ts'
import { isCrossing, readingOf, type Pattern } from './pattern.ts'

const IN_FLIGHT_MAX = 8
/** A board over HTTP sends again after this time without a reply. */
const ANSWER_WITHIN_MS = 12_000
const AGAIN_AFTER_MS = 200
/** How long a stop waits for the last acknowledgements. */
const LAST_ANSWERS_MS = 180_000
const NO_ANSWER_MS = 180_000
/** MQTT 5: codes from here on are errors, which are final to client libraries. */
const FIRST_ERROR = 0x80

const TRANSPORTS = ['mqtt-5', 'mqtt-3.1.1', 'http'] as const

/** A board and the outcome of its readings, numbered from 0. */
export interface Board {
  /** Its index, which its values encode. */
  readonly index: number
  readonly device: DeviceCredentials
  readonly pattern: Pattern
  readonly transport: (typeof TRANSPORTS)[number]
  /** Readings sent or in flight. */
  sent: number
  readonly acknowledged: Set<number>
  /** Permanently refused readings, with the reason. */
  readonly refused: Map<number, string>
}

export function newBoard(own: Pick<Board, 'index' | 'device' | 'pattern'>): Board {
  const transport = TRANSPORTS[own.index % TRANSPORTS.length]!
  return { ...own, transport, sent: 0, acknowledged: new Set(), refused: new Map() }
}

/** Boards over MQTT and HTTP that keep several readings in flight and send each again until it is acknowledged. */
export interface BoardLoad {
  readonly boards: readonly Board[]
  acknowledged(): number
  /** Returns the longest time from first attempt to reply since the last call, in ms. */
  longestWait(): number
  /** Stops sending, and waits for the readings in flight. */
  stop(): Promise<void>
  resume(): void
  close(): Promise<void>
}

interface Target {
  readonly url: string
  readonly mqttPort: number
}

type Send = (number: number) => Promise<void>

/**
 * Starts boards that each send a reading every `everyMs` at most. A reading that crosses the limit is sent with no other in
 * flight, so that episodes do not depend on the order of storage.
 */
export async function startBoards(target: Target, boards: readonly Board[], everyMs: number): Promise<BoardLoad> {
  const abandoned = new AbortController()
  let longest = 0
  const waiting = new Set<number>()
  const senders = await Promise.all(boards.map((board) => openSender(target, board, abandoned.signal)))
  let stopping = new AbortController()
  let runs: Array<Promise<void>> = []
  const resume = () => {
    stopping = new AbortController()
    runs = boards.map((board, index) => run(board, senders[index]!.send, stopping.signal))
  }
  resume()

  async function run(board: Board, send: Send, end: AbortSignal): Promise<void> {
    const inFlight = new Set<Promise<void>>()
    await wait((everyMs * board.index) / boards.length)
    while (!end.aborted) {
      const isAlone = isCrossing(board.pattern, board.sent)
      if (isAlone) await Promise.all(inFlight)
      else if (inFlight.size >= IN_FLIGHT_MAX) await Promise.race(inFlight)
      if (end.aborted) break
      const sending = timed(send, board.sent++).finally(() => inFlight.delete(sending))
      inFlight.add(sending)
      if (isAlone) await sending
      await wait(everyMs)
    }
    await Promise.all(inFlight)
  }

  async function timed(send: Send, number: number): Promise<void> {
    const since = performance.now()
    waiting.add(since)
    await send(number)
    waiting.delete(since)
    longest = Math.max(longest, performance.now() - since)
  }

  return {
    boards,
    acknowledged: () => boards.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
    longestWait() {
      const found = Math.max(longest, ...[...waiting].map((since) => performance.now() - since))
      longest = 0
      return found
    },
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all(runs), wait(LAST_ANSWERS_MS, undefined, { ref: false })])
    },
    resume,
    async close() {
      stopping.abort()
      abandoned.abort()
      await Promise.all(senders.map(({ close }) => close()))
    },
  }
}

/** Resolves when `count` more readings are acknowledged. Throws when nothing is acknowledged for minutes. */
export async function untilAcknowledged(load: BoardLoad, more: number): Promise<void> {
  let before = load.acknowledged()
  const wanted = before + more
  let since = performance.now()
  while (load.acknowledged() < wanted) {
    await wait(50)
    if (load.acknowledged() > before) [before, since] = [load.acknowledged(), performance.now()]
    else if (performance.now() - since > NO_ANSWER_MS) throw new Error('No reading was acknowledged for minutes')
  }
}

interface Sender {
  /** Resolves when the reading is acknowledged or permanently refused. */
  readonly send: Send
  close(): Promise<void>
}

function openSender(target: Target, board: Board, abandoned: AbortSignal): Promise<Sender> {
  return board.transport === 'http' ? openHttp(target, board, abandoned) : openMqtt(target, board, abandoned)
}

async function openHttp({ url }: Target, board: Board, abandoned: AbortSignal): Promise<Sender> {
  const client = createClient({ origin: url, token: board.device.deviceToken })
  const send = async (number: number) => {
    while (!abandoned.aborted) {
      const body = readingOf(board.pattern, board.index, number)
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
      const reply = await client.send(readingRoutes.send, { body, signal }).catch(() => undefined)
      if (reply?.status === 200) return note(board, number, reply.body as { stored: number; duplicates: number })
      if (reply && reply.status < 500 && reply.status !== 429) {
        board.refused.set(number, `${reply.status} ${JSON.stringify(reply.body)}`)
        return
      }
      await wait(AGAIN_AFTER_MS)
    }
  }
  return { send, close: async () => {} }
}

function note(board: Board, number: number, reply: { stored: number; duplicates: number }): void {
  if (reply.stored + reply.duplicates === 1) board.acknowledged.add(number)
  else board.refused.set(number, JSON.stringify(reply))
}

/** Uses the client as users do: it reconnects and resends. An error code is final. */
async function openMqtt({ mqttPort }: Target, board: Board, abandoned: AbortSignal): Promise<Sender> {
  const client = await connectBoard(mqttPort, board.device, {
    protocolVersion: board.transport === 'mqtt-5' ? 5 : 4,
    keepalive: 5,
    connectTimeout: 5000,
    reconnectPeriod: 500,
  })
  // Connections fail in every fault; the client reconnects.
  client.on('error', () => {})
  const topic = sensorData(board.device)
  const send = async (number: number) => {
    const payload = JSON.stringify(readingOf(board.pattern, board.index, number))
    while (!abandoned.aborted) {
      try {
        await client.publishAsync(topic, payload, { qos: 1 })
        board.acknowledged.add(number)
        return
      } catch (error) {
        const { code, message } = error as { code?: number; message: string }
        if (typeof code === 'number' && code >= FIRST_ERROR) {
          board.refused.set(number, `PUBACK 0x${code.toString(16)} ${message}`)
          return
        }
        await wait(AGAIN_AFTER_MS)
      }
    }
  }
  return { send, close: () => client.endAsync(true) }
}
