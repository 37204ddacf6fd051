import type { BoardOwner } from '../features/boards/board-owner.ts'
import type { BoardMessage, BoardReport, Decoder } from '../features/boards/board-report.ts'
import type { Log } from '../platform/log.ts'
import type { Announcements } from './announcements.ts'

/** Decodes the messages of boards with what their source has announced. */
export class BoardDecoding {
  readonly #announcements: Pick<Announcements, 'of'>
  readonly #log: Log
  readonly #decoders: readonly Decoder[]

  /** @param decoders in the order in which they are tried */
  constructor(log: Log, announcements: Pick<Announcements, 'of'>, decoders: readonly Decoder[]) {
    this.#log = log
    this.#announcements = announcements
    this.#decoders = decoders
  }

  /**
   * Returns what a message says; undefined when no decoder knows it. A decoder that throws has a fault: it costs this
   * message, and not the connection with all of its boards.
   */
  decode(owner: BoardOwner, message: BoardMessage): readonly BoardReport[] | undefined {
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
