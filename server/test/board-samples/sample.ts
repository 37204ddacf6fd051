import {
  BoardMessage,
  type Announcement,
  type BoardReport,
  type Decoder,
  type Reports,
  type Slices,
} from '../../src/features/boards/board-report.ts'

/** A message of a board as its maker documents it; a payload that is no text is sent as JSON. */
export interface SentMessage {
  readonly topic: string
  readonly payload: unknown
  readonly contentType?: string
  /** Of a message over HTTP. */
  readonly query?: string
  readonly isRetained?: boolean
}

/** The content of a report: the values of its readings by `metric channel`, with the unit where the board gives one. */
export interface Said {
  readonly board: string
  readonly name?: string
  readonly model?: string
  readonly firmware?: string
  readonly availability?: 'online' | 'offline'
  readonly notes?: readonly string[]
  readonly readings?: ReadonlyArray<{
    readonly time?: string
    readonly values: Readonly<Record<string, number | readonly [number, string]>>
  }>
}

/** Messages in order of arrival, and the content of the last; undefined when its family does not know it. */
export interface Sample {
  readonly title: string
  /** Where the messages are documented. */
  readonly source: string
  readonly messages: readonly [SentMessage, ...SentMessage[]]
  readonly says: readonly Said[] | undefined
}

/** The samples of one family. */
export interface FamilySamples {
  readonly family: string
  readonly decode: Decoder
  readonly samples: readonly Sample[]
}

/** The announcements of a source, stored as the server stores them. */
export class Announcements {
  readonly #facts = new Map<string, unknown>()

  get(key: string): unknown {
    return this.#facts.get(key)
  }

  keep(announces: readonly Announcement[] = []): void {
    for (const { key, fact } of announces) {
      if (fact === null) this.#facts.delete(key)
      else this.#facts.set(key, fact)
    }
  }
}

/** Decodes messages in their order, each with what those before it have announced, and returns the reports of the last. */
export function decodeAll(decode: Decoder, messages: readonly BoardMessage[]): readonly BoardReport[] | undefined {
  const announced = new Announcements()
  let reports: readonly BoardReport[] | undefined
  for (const message of messages) {
    reports = allOf(decode(message, announced))
    for (const { announces } of reports ?? []) announced.keep(announces)
  }
  return reports
}

/** Returns the reports of all slices of a message. */
export function allOf(decoded: Reports | Slices): Reports {
  if (decoded === undefined || !('next' in decoded)) return decoded
  let slice = decoded.next()
  while (!slice.done) slice = decoded.next()
  return slice.value
}

export function boardMessage({
  topic,
  payload,
  contentType = '',
  isRetained = false,
  query,
}: SentMessage): BoardMessage {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return new BoardMessage(topic, Buffer.from(text), { contentType, isRetained, query })
}

/** Returns the content of a report in the form of a sample. */
export function said({ board, readings, availability, notes = [] }: BoardReport): Said {
  const { family, externalId, ...named } = board
  return {
    board: `${family} ${externalId}`,
    ...named,
    ...(availability !== undefined && { availability }),
    ...(notes.length > 0 && { notes }),
    ...(readings.length > 0 && {
      readings: readings.map(({ time, values }) => ({
        ...(time !== undefined && { time: new Date(time).toISOString() }),
        values: Object.fromEntries(
          values.map(({ metric, channel, value, unit }) => [
            channel === '' ? metric : `${metric} ${channel}`,
            unit === undefined ? value : ([value, unit] as const),
          ]),
        ),
      })),
    }),
  }
}
