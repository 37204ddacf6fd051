import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { ProblemError } from '../problem.ts'
import type { Piece } from './serve.ts'

const PER_CALLER = 2
const IN_ALL = 8

/** Limits concurrent downloads of long lists, and gives each a turn to read its next page. */
export class Downloads {
  readonly #byCaller = new Map<string, number>()
  #open = 0
  #turn: Promise<unknown> = Promise.resolve()

  /** Returns an idempotent function that releases the place. Call it before the first await. */
  reserve(caller: string): () => void {
    this.assertPlace(caller)
    this.#byCaller.set(caller, this.#openOf(caller) + 1)
    this.#open++
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#open--
      const left = this.#openOf(caller) - 1
      if (left === 0) this.#byCaller.delete(caller)
      else this.#byCaller.set(caller, left)
    }
  }

  assertPlace(caller: string): void {
    if (this.#openOf(caller) >= PER_CALLER)
      throw busy('Several downloads are on their way to you. Try again when one is done.')
    if (this.#open >= IN_ALL) throw busy('Many downloads are on their way. Please try again in a moment.')
  }

  #openOf(caller: string): number {
    return this.#byCaller.get(caller) ?? 0
  }

  /** Yields the pieces one per turn: other requests are served between two pages. */
  async *inTurn(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      yield piece
      this.#turn = this.#turn.then(() => turn())
      await this.#turn
    }
  }
}

interface Sending {
  readonly pieces: AsyncIterable<Piece>
  readonly stalledMs: number
  readonly onEnd: () => void
  /** Called when reading fails after the reply has started; the connection is then cut. */
  readonly onFailure: (error: Error) => void
}

export function sendPieces(reply: FastifyReply, { pieces, stalledMs, onEnd, onFailure }: Sending): FastifyReply {
  const source = Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 })
  source.once('close', onEnd)
  source.once('error', (error) => {
    if (reply.raw.headersSent) onFailure(error)
  })
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
  return reply.send(source)
}

function busy(title: string): ProblemError {
  return new ProblemError(429, 'download.busy', title, { retryAfterSeconds: 5 })
}
