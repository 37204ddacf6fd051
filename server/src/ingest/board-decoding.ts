import type { BoardSource } from '../features/boards/board-owner.ts'
import type { BoardMessage, BoardReport, Decoder } from '../features/boards/board-report.ts'
import type { Log } from '../platform/log.ts'
import { AnnouncedFacts } from './announced.ts'

/** Decodes the messages of boards with what their source has announced. */
export class BoardDecoding {
  readonly #announced = new AnnouncedFacts()
  readonly #log: Log
  readonly #decoders: readonly Decoder[]

  /** @param decoders in the order in which they are tried */
  constructor(log: Log, decoders: readonly Decoder[]) {
    this.#log = log
    this.#decoders = decoders
  }

  /**
   * Returns what a message says; undefined when no decoder knows it. A decoder that throws has a fault: it costs this
   * message, and not the connection with all of its boards.
   */
  decode(source: BoardSource, message: BoardMessage): readonly BoardReport[] | undefined {
    const facts = this.#announced.of(source)
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

  /** Remembers what the reports announce. */
  keep(source: BoardSource, reports: readonly BoardReport[]): void {
    for (const { announces = [] } of reports) this.#announced.keep(source, announces)
  }

  /** Forgets what a source has announced. */
  forget(source: BoardSource): void {
    this.#announced.forget(source)
  }
}
