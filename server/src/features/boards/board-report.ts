import type { BoardFamily } from '@greenhouse/contract'
import { DecodingWork } from './decoding-work.ts'

/** One value of a board in the unit of its metric. */
export interface BoardValue {
  /** An id of the catalogue of metrics. */
  readonly metric: string
  readonly channel: string
  readonly value: number
  /** The unit that the board gives to a value of the generic metric. */
  readonly unit?: string
}

/** What a board measured at one time. */
export interface BoardReading {
  /** Milliseconds since 1970; the time of arrival when it is omitted. */
  readonly time?: number
  readonly values: readonly BoardValue[]
}

/** Who a board is, by what it says of itself. */
export interface BoardIdentity {
  readonly family: BoardFamily
  /** Distinguishes it from others of its family: an address, a topic. Never a secret. */
  readonly externalId: string
  readonly name?: string
  readonly model?: string
  readonly firmware?: string
}

/** A fact that later messages of the same source are decoded with; `fact` is null when it is taken back. */
export interface Announcement {
  readonly key: string
  readonly fact: unknown
}

/** The facts that a source has announced so far. */
export interface Announced {
  get(key: string): unknown
}

/** What one message says of one board. */
export interface BoardReport {
  readonly board: BoardIdentity
  readonly readings: readonly BoardReading[]
  readonly availability?: 'online' | 'offline'
  readonly announces?: readonly Announcement[]
  /** Why something of the message is not read, as sentences for the board's owner. */
  readonly notes?: readonly string[]
}

/** The reports of one message; undefined for a message that is not of the family. */
export type Reports = readonly BoardReport[] | undefined

/** Decodes a long message in slices: it stops where others may have a turn. */
export type Slices = Generator<undefined, Reports, undefined>

/** Decodes the messages of one family, one with a bounded number of fields at once. Never throws. */
export type Decoder = (message: BoardMessage, announced: Announced) => Reports | Slices

/**
 * A message as it came: over MQTT with its topic, over HTTP with the path of the route and its query, such as `precision=s`.
 * Its text and JSON are read once.
 */
export class BoardMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly contentType: string
  /** The query of the request, maybe empty; undefined for a message that came over MQTT. */
  readonly query: string | undefined
  /** The broker kept it: a last known value, never a new reading. */
  readonly isRetained: boolean
  /** The cost of decoding it so far: `work.fields`. */
  readonly work = new DecodingWork()
  #text: string | undefined
  #json: unknown
  #isParsed = false

  constructor(
    topic: string,
    payload: Buffer,
    {
      contentType = '',
      isRetained = false,
      query,
    }: { contentType?: string; isRetained?: boolean; query?: string | undefined } = {},
  ) {
    this.topic = topic
    this.payload = payload
    this.contentType = contentType
    this.isRetained = isRetained
    this.query = query
  }

  get text(): string {
    return (this.#text ??= this.payload.toString('utf8'))
  }

  /** The payload as JSON; undefined when it is none. */
  get json(): unknown {
    if (!this.#isParsed) {
      this.#isParsed = true
      try {
        this.#json = JSON.parse(this.text)
      } catch {
        this.#json = undefined
      }
    }
    return this.#json
  }
}
