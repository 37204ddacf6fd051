import type { BoardValues } from '../sensors.ts'

/** A message as a board publishes it. */
export interface FamilyMessage {
  readonly topic: string
  readonly payload: string
  /** The broker keeps it for those who subscribe later. */
  readonly retain?: true
}

/** A simulated board of another maker. */
export interface FamilyBoard {
  /** Its place among those that are simulated, from 0. */
  readonly place: number
  /** Twelve hexadecimal digits, as its network address has. */
  readonly address: string
  readonly name: string
}

/** How boards of one family speak over MQTT. */
export interface MqttFamily {
  readonly over: 'mqtt'
  /** What it measures, as `sensor()` takes it. */
  readonly sensors: readonly string[]
  /** How often such boards usually report. */
  readonly intervalSeconds: number
  /** One connection speaks for all boards; otherwise each has its own. */
  readonly isGateway?: true
  /** What the broker publishes when the connection is lost. */
  will?(board: FamilyBoard): FamilyMessage
  /** What is published after connecting: that it is there, and what it has. */
  born(boards: readonly FamilyBoard[]): readonly FamilyMessage[]
  /** A report of one board; `at` in milliseconds since 1970. */
  report(board: FamilyBoard, values: BoardValues, at: number): readonly FamilyMessage[]
}

/** How boards of one family send over HTTP. */
export interface HttpFamily {
  readonly over: 'http'
  readonly sensors: readonly string[]
  readonly intervalSeconds: number
  readonly contentType: string
  /** Where it sends to: on stations it is typed by their owner. */
  path(token: string): string
  /** Whether the token is sent as `Authorization: Token …`; otherwise it is part of the path. */
  readonly hasTokenHeader?: true
  /** The body of a report of one board; `at` in milliseconds since 1970. */
  body(board: FamilyBoard, values: BoardValues, at: number): string
}

export type Family = MqttFamily | HttpFamily

/** Returns so many boards, each with an address and a name of its own. */
export function familyBoards(family: string, count: number, seed: number): readonly FamilyBoard[] {
  let own = seed
  for (const letter of family) own = (31 * own + (letter.codePointAt(0) ?? 0)) % 65_536
  return Array.from({ length: count }, (_, place) => ({
    place,
    address: (0xa4c1_3800_0000 + own * 256 + place).toString(16),
    name: `${family}-${place + 1}`,
  }))
}

/**
 * Returns the value of a field.
 *
 * @throws when the sensors of the family do not include it
 */
export function valueOf(values: BoardValues, field: string): number {
  const value = values[field]
  if (value === undefined) throw new Error(`This board measures no ${field}.`)
  return value
}

/** A time of day without a zone, as boards with a clock of their own write it: `2026-11-22T18:30:35`. */
export function localTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19)
}
