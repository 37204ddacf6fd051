import { metricById, SERIES_PER_DEVICE_MAX } from '@greenhouse/contract'
import type { DeviceRef } from '../../platform/device-ref.ts'
import { sensorKey } from '../series/names/sensor-names.ts'
import type { BoardReport, BoardValue } from './board-report.ts'
import type { BoardState, Measure, StoredBoard } from './board-store.ts'
import { ReportInterval } from './report-interval.ts'

const NOTES_MAX = 5

export class KnownBoard {
  readonly boardId: string
  readonly family: string
  readonly key: string
  readonly isIgnored: boolean
  device: DeviceRef | undefined
  lastSeenAt: number
  waiting: number
  /** Last removal of outdated readings, milliseconds since 1970. */
  trimmedAt = 0
  /** Its last announced availability, and the stored one. */
  isOnline: boolean | undefined
  storedAt: number
  #name: string | null
  #model: string | null
  #firmware: string | null
  #notes: readonly string[]
  readonly #measures: Map<string, Measure>
  readonly #interval: ReportInterval

  constructor(stored: StoredBoard) {
    this.boardId = stored.boardId
    this.family = stored.family
    this.key = keyOf(stored)
    this.isIgnored = stored.isIgnored
    this.device = stored.device
    this.lastSeenAt = stored.lastSeenAt
    this.storedAt = stored.lastSeenAt
    this.waiting = stored.waiting
    this.#name = stored.name
    this.#model = stored.model
    this.#firmware = stored.firmware
    this.#notes = stored.notes
    this.#measures = new Map(stored.measures.map((one) => [sensorKey(one.metric, one.channel), one]))
    this.#interval = new ReportInterval(stored.everySeconds)
  }

  /** Applies a report. A retained one does not show that the board is online. */
  apply(
    report: BoardReport,
    { arrivedAt, isRetained }: { readonly arrivedAt: number; readonly isRetained: boolean },
  ): void {
    const { board, readings, notes = [], availability } = report
    this.#name = board.name ?? this.#name
    this.#model = board.model ?? this.#model
    this.#firmware = board.firmware ?? this.#firmware
    for (const { time, values } of readings) {
      for (const value of values) this.#measure(value)
      if (isRetained) continue
      const sensors = values.map(({ metric, channel }) => sensorKey(metric, channel))
      this.#interval.add(time ?? arrivedAt, sensors)
    }
    this.#notes = [...new Set([...notes, ...this.#notes])].slice(0, NOTES_MAX)
    if (availability !== undefined) this.isOnline = availability === 'online'
    if (!isRetained) this.lastSeenAt = Math.max(this.lastSeenAt, arrivedAt)
  }

  #measure({ metric, channel, value, unit = '' }: BoardValue): void {
    const key = sensorKey(metric, channel)
    if (!this.#measures.has(key) && this.#measures.size >= SERIES_PER_DEVICE_MAX) return
    const known = metricById(metric)
    this.#measures.set(key, { metric, channel, value, unit: known.isGeneric === true ? unit : known.unit })
  }

  get state(): BoardState {
    return {
      name: this.#name,
      model: this.#model,
      firmware: this.#firmware,
      lastSeenAt: this.lastSeenAt,
      measures: [...this.#measures.values()],
      notes: this.#notes,
      everySeconds: this.#interval.everySeconds,
      waiting: this.waiting,
    }
  }
}

export function keyOf({ family, externalId }: Pick<StoredBoard, 'family' | 'externalId'>): string {
  return `${family} ${externalId}`
}
