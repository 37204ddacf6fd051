import type { BoardOwner } from '../../features/boards/board-owner.ts'
import type { BoardMessage, BoardReport, Decoder, Reports } from '../../features/boards/board-report.ts'
import { decodeInTurns } from '../../features/boards/slices.ts'
import type { Log } from '../../platform/log.ts'
import type { Announcements } from './announcements.ts'

interface Decoded {
  readonly reports: readonly BoardReport[]
  /** Stores what the reports announce, once they are stored themselves. */
  readonly storeAnnounced: () => Promise<void>
}

/** Decodes the messages of boards with what their source has announced. */
export class BoardDecoding {
  readonly #announcements: Announcements
  readonly #log: Log
  readonly #decoders: readonly Decoder[]

  /** @param decoders in the order in which they are tried */
  constructor(log: Log, announcements: Announcements, decoders: readonly Decoder[]) {
    this.#log = log
    this.#announcements = announcements
    this.#decoders = decoders
  }

  /**
   * Returns what a message says, and remembers what it announces; undefined when no decoder knows it. Messages are decoded
   * in the order of the calls, but for long ones that have slices: there is no wait while the announcements are in memory.
   */
  async decode(owner: BoardOwner, message: BoardMessage): Promise<Decoded | undefined> {
    const loading = this.#announcements.load(owner.householdId)
    if (loading) await loading
    const decoded = this.#decode(owner, message)
    const reports = decoded instanceof Promise ? await decoded : decoded
    return reports && { reports, storeAnnounced: this.#announcements.keep(owner, reports) }
  }

  /** A decoder that throws has a fault: it costs this message, and not the connection with all of its boards. */
  #decode(owner: BoardOwner, message: BoardMessage, from = 0): Reports | Promise<Reports> {
    const facts = this.#announcements.of(owner)
    const failed = (err: unknown): undefined => {
      this.#log.error({ event: 'board.decoder-failed', err })
    }
    try {
      for (let index = from; index < this.#decoders.length; index++) {
        const decoded = decodeInTurns(this.#decoders[index]!(message, facts))
        if (decoded instanceof Promise)
          return decoded.then((reports) => reports ?? this.#decode(owner, message, index + 1)).catch(failed)
        if (decoded) return decoded
      }
    } catch (err) {
      failed(err)
    }
    return undefined
  }
}
