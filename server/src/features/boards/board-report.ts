import type { BoardFamily } from '@greenhouse/contract'
import { DecodingWork } from './decoding-work.ts'

export interface BoardValue {
  readonly metric: string
  readonly channel: string
  readonly value: number
  readonly unit?: string
}

export interface BoardReading {
  /** Milliseconds since 1970; default: the time of arrival. */
  readonly time?: number
  readonly values: readonly BoardValue[]
}

export interface BoardIdentity {
  readonly family: BoardFamily
  /** Unique in its family: an address, a topic. Never a secret. */
  readonly externalId: string
  readonly name?: string
  readonly model?: string
  readonly firmware?: string
}

/** A fact for decoding later messages of the same source; null takes it back. */
export interface Announcement {
  readonly key: string
  readonly fact: unknown
}

export interface Announced {
  get(key: string): unknown
}

export interface BoardReport {
  readonly board: BoardIdentity
  readonly readings: readonly BoardReading[]
  readonly availability?: 'online' | 'offline'
  readonly announces?: readonly Announcement[]
  /** Reasons why parts of the message are not read, for the board's owner. */
  readonly notes?: readonly string[]
}

/** Undefined for a message that is not of the family. */
export type Reports = readonly BoardReport[] | undefined

export type Slices = Generator<undefined, Reports, undefined>

/** Decodes the messages of one family; a Generator when the number of fields is not bounded. Never throws. */
export type Decoder = (message: BoardMessage, announced: Announced) => Reports | Slices

/** Sent over MQTT with its topic, or over HTTP with the route's path and its query, such as `precision=s`. */
export class BoardMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly contentType: string
  readonly query: string | undefined
  /** Retained by the broker: a last known value, never a new reading. */
  readonly isRetained: boolean
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
