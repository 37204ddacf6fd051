import type { BoardValues } from '../sensors.ts'

export interface FamilyMessage {
  readonly topic: string
  readonly payload: string
  readonly retain?: true
}

export interface FamilyBoard {
  /** Its index among the simulated boards. */
  readonly place: number
  /** Twelve hexadecimal digits, as its network address has. */
  readonly address: string
  readonly name: string
}

export interface MqttFamily {
  readonly over: 'mqtt'
  /** Arguments of `sensor()`. */
  readonly sensors: readonly string[]
  /** The usual interval of such boards. */
  readonly intervalSeconds: number
  /** One connection for all boards; otherwise one each. */
  readonly isGateway?: true
  will?(board: FamilyBoard): FamilyMessage
  /** Birth messages and announcements. */
  born(boards: readonly FamilyBoard[]): readonly FamilyMessage[]
  /** A report of one board; `at` in milliseconds since 1970. */
  report(board: FamilyBoard, values: BoardValues, at: number): readonly FamilyMessage[]
}

export interface HttpFamily {
  readonly over: 'http'
  readonly sensors: readonly string[]
  readonly intervalSeconds: number
  readonly contentType: string
  /** The path, which users type into stations. */
  path(token: string): string
  /** Whether the token is in the header `Authorization: Token …`; otherwise in the path. */
  readonly hasTokenHeader?: true
  /** The body of a report of one board; `at` in milliseconds since 1970. */
  body(board: FamilyBoard, values: BoardValues, at: number): string
}

export type Family = MqttFamily | HttpFamily

/** Returns `count` boards with distinct addresses and names. */
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

/** A local time without a zone: `2026-11-22T18:30:35`. */
export function localTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19)
}
