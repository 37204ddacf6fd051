import type { Decoder } from '../../../src/features/boards/board-report.ts'
import type { Said, SentMessage } from '../sample.ts'

/** One payload of a board as its maker documents it, and the readings that it is. */
interface CorpusRow {
  readonly title: string
  /** Messages that come before it, as an announcement does. */
  readonly before?: readonly SentMessage[]
  readonly topic?: string
  readonly query?: string
  readonly payload: string
  readonly readings: NonNullable<Said['readings']>
}

/** Documented payloads of one family. */
export interface Corpus {
  readonly family: string
  readonly decode: Decoder
  /** Addresses of the documents. */
  readonly source: string
  /** Of rows that name none. */
  readonly topic?: string
  /** Of rows over HTTP that name none. */
  readonly query?: string
  readonly rows: readonly CorpusRow[]
}
