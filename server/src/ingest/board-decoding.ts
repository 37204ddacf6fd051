import type { BoardOwner } from '../features/boards/board-owner.ts'
import type { BoardMessage, BoardReport, Decoder } from '../features/boards/board-report.ts'
import type { Log } from '../platform/log.ts'
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
   * in the order of the calls: there is no wait while the announcements are in memory.
   */
  async decode(owner: BoardOwner, message: BoardMessage): Promise<Decoded | undefined> {
    const loading = this.#announcements.load(owner.userId)
    if (loading) await loading
    const reports = this.#decode(owner, message)
    return reports && { reports, storeAnnounced: this.#announcements.keep(owner, reports) }
  }

  /** A decoder that throws has a fault: it costs this message, and not the connection with all of its boards. */
  #decode(owner: BoardOwner, message: BoardMessage): readonly BoardReport[] | undefined {
    const facts = this.#announcements.of(owner)
    try {
      for (const decoder of this.#decoders) {
        const reports = decoder(message, facts)
        if (reports) return reports
      }
    } catch (err) {
      this.#log.error({ event: 'board.decoder-failed', err })
    }
    return undefined
  }
}
