import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { DeviceCredentials } from '../../../testing/growers.ts'
import { connectWire, publishPacket, type Wire } from '../boards.ts'
import { isEnd, Ledger, readingOf, START, APART_MS } from '../faults/ledger.ts'

/** Of so many readings in a row the second half is above the limit. */
const ROUND = 40
export const [CALM, HIGH, LIMIT] = [400, 1200, 1000]
/** A board that gets no answer for so long connects anew, as boards do. */
const ANSWER_WITHIN_MS = 5000
const AGAIN_AFTER_MS = 100

/**
 * Boards that send over MQTT, one reading after another, each again until it was acknowledged. As in MQTT libraries, an
 * acknowledgement with a reason of 0x80 or above is final: a reading that was refused so counts as acknowledged, and is
 * found to be lost.
 */
export interface BoardLoad {
  readonly boards: readonly Ledger[]
  /** Acknowledged until now, by all boards. */
  acknowledged(): number
  /** The longest time from the first attempt to send a reading to its acknowledgement, since it was asked last, in milliseconds. */
  longestWait(): number
  /** Lets every board finish what it is sending, and ends the connections. */
  stop(): Promise<void>
}

/** Returns values that cross the limit twice in a round. */
export const airQualityOf = (number: number) => (number % ROUND < ROUND / 2 ? CALM : HIGH)

/** Returns when episodes begin and end by the readings up to `count`, in milliseconds since 1970. */
export function episodesOf(count: number): Array<{ openedAt: number; closedAt: number | null }> {
  const at = (number: number) => START + number * APART_MS
  const openings = Array.from({ length: Math.ceil(count / ROUND) }, (_, round) => round * ROUND + ROUND / 2)
  return openings
    .filter((number) => number < count)
    .map((number) => ({
      openedAt: at(number),
      closedAt: number + ROUND / 2 < count ? at(number + ROUND / 2) : null,
    }))
}

/** Begins to send. `pauseMs` lies between an acknowledgement and the next reading of a board. */
export function startBoards(mqttPort: number, devices: readonly DeviceCredentials[], pauseMs: number): BoardLoad {
  const boards = devices.map((device) => new Ledger(device))
  const stopping = new AbortController()
  let longest = 0
  // When a test has failed there may be nobody left to answer.
  const abandoned = new AbortController()
  const runs = boards.map((ledger) => run(ledger))
  onTestFinished(async () => {
    stopping.abort()
    abandoned.abort()
    await Promise.all(runs)
  })
  return {
    boards,
    acknowledged: () => boards.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
    longestWait() {
      const found = longest
      longest = 0
      return found
    },
    async stop() {
      stopping.abort()
      await Promise.all(runs)
    },
  }

  async function run(ledger: Ledger): Promise<void> {
    let wire: Wire | undefined
    while (!stopping.signal.aborted) {
      const number = ledger.next()
      const since = performance.now()
      while (!ledger.acknowledged.has(number) && !abandoned.signal.aborted) {
        try {
          wire ??= await within(connectWire(mqttPort, ledger.device, 5))
          await send(wire, ledger.device, number)
          ledger.acknowledged.add(number)
        } catch (error) {
          if (!isEnd(error)) throw error
          wire?.socket.destroy()
          wire = undefined
          await wait(AGAIN_AFTER_MS)
        }
      }
      longest = Math.max(longest, performance.now() - since)
      await wait(pauseMs)
    }
    wire?.socket.destroy()
  }
}

/** Sends a reading, and resolves when it is acknowledged, with whichever reason. */
async function send(wire: Wire, device: DeviceCredentials, number: number): Promise<void> {
  const reading = { ...readingOf(number), airQuality: airQualityOf(number) }
  const messageId = (number % 0xffff) + 1
  wire.send(publishPacket(device, reading, { messageId }))
  const answer = await within(wire.next('puback'))
  if (answer.messageId !== messageId) throw new Error('connection ended: an answer to something else')
}

async function within<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('connection ended: no answer came')), ANSWER_WITHIN_MS)
  // Whatever comes later is of a connection that is gone.
  answer.catch(() => {})
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
