import type { Slice, TimeRange } from '@greenhouse/contract'
import { firstFrom, type TimeSeries, type Buckets, type Column, type PointsRange } from '@greenhouse/timeseries'

/** Reads one series. */
export interface SeriesReader {
  /** Returns counts, lowest and highest values by buckets; only buckets with values are listed. */
  points(range: PointsRange): Promise<Buckets>
  /** Yields the values in pieces that follow each other in time, none of them empty. */
  raw(range: TimeRange): AsyncIterable<Column>
}

/** Returns a reader of the series that is in a slot of a device. */
export function seriesReader(
  timeSeries: Pick<TimeSeries, 'points' | 'raw'>,
  deviceKey: number,
  slot: number,
): SeriesReader {
  return {
    async points(range) {
      const [buckets] = await timeSeries.points(deviceKey, [slot], range)
      return buckets!
    },
    async *raw(range) {
      for await (const columns of timeSeries.raw(deviceKey, [slot], range)) yield* columns
    },
  }
}

/** Values of a series that were read, all that are in [from, to). */
interface Piece extends TimeRange {
  readonly at: Float64Array
  readonly values: Float64Array
}

/** A piece is decoded as a whole, so the last ones are kept: what is asked for next often lies in them. */
const PIECES = 4
const NO_VALUES = new Float64Array(0)

/** Reads values of a series at rising times, each piece of it at most once. */
export class RawCursor {
  readonly #reader: SeriesReader
  readonly #end: number
  readonly #pieces: Piece[] = []
  #stream: AsyncIterator<Column> | undefined
  /** Up to where the stream was read, and how long its last piece was. */
  #reached = 0
  #length = 0

  /** @param end nothing is read from there on */
  constructor(reader: SeriesReader, end: number) {
    this.#reader = reader
    this.#end = end
  }

  /** Returns whether the values of a range are at hand. */
  has({ from, to }: TimeRange): boolean {
    const piece = this.#pieceAt(from)
    return piece !== undefined && to <= piece.to
  }

  /** Returns the values of a range. */
  async read({ from, to }: TimeRange): Promise<Slice[]> {
    const slices: Slice[] = []
    let next = from
    while (next < to) {
      const piece = this.#pieceAt(next) ?? (await this.#readPiece(next))
      const start = firstFrom(piece.at, next)
      const end = firstFrom(piece.at, Math.min(to, piece.to))
      if (start < end) slices.push({ at: piece.at, values: piece.values, start, end })
      next = piece.to
    }
    return slices
  }

  async close(): Promise<void> {
    await this.#stream?.return?.()
  }

  #pieceAt(at: number): Piece | undefined {
    return this.#pieces.find(({ from, to }) => at >= from && at < to)
  }

  /** Reads on, or begins again where that would read more pieces than it skips. Returns the first piece that ends after `at`. */
  async #readPiece(at: number): Promise<Piece> {
    if (!this.#stream || at < this.#reached || at > this.#reached + this.#length) {
      await this.close()
      this.#reached = at
      this.#stream = this.#reader.raw({ from: at, to: this.#end })[Symbol.asyncIterator]()
    }
    while (true) {
      const { done, value } = await this.#stream.next()
      const from = this.#reached
      this.#reached = done === true ? Infinity : value.at.at(-1)! + 1
      this.#length = this.#reached - from
      const piece = {
        from,
        to: this.#reached,
        at: done ? NO_VALUES : value.at,
        values: done ? NO_VALUES : value.values,
      }
      this.#pieces.push(piece)
      if (this.#pieces.length > PIECES) this.#pieces.shift()
      if (this.#reached > at) return piece
    }
  }
}
