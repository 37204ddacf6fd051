import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../base/unavailable.ts'
import type { Appender } from './append.ts'
import { classifyReplicated } from './classify-replicated.ts'
import type { DeviceStates, Availability } from '../memory/device-states.ts'
import type { Erasures } from '../base/erasures.ts'
import { decodeRow } from '../codec/log-row.ts'
import type { PartitionLog } from '../stores/partition-log.ts'
import type { LogRow } from '../stores/reading-log.ts'
import type { Serial } from '../base/serial.ts'
import type { AppendedGroup, Entry } from '../base/types.ts'

export interface SharedOptions {
  /** Whether appends continue while the database is unavailable. Values that can't be looked up count as new. */
  readonly appendsUnclassified?: boolean
  /** Returns whether outcomes of a device are needed in `onReplicated`. Default: none. */
  readonly interest?: (deviceKey: number) => boolean
  /**
   * Called with each group of another process, in log order. Values of other devices that are not loaded count as late.
   */
  readonly onReplicated?: (group: AppendedGroup) => void
  readonly availability?: Availability
}

interface Options {
  readonly log: PartitionLog
  readonly serial: Serial
  readonly appender: Appender
  readonly states: DeviceStates
  readonly erasures: Erasures
  readonly makeRoom: () => Promise<void>
  readonly onApplied: () => void
  readonly shared: SharedOptions | undefined
  readonly onError: (error: unknown) => void
}

/** Rows of one batch, and rows that wait in memory. */
const ROWS_AT_ONCE = 64
const ROWS_WAITING = 512
const RETRY_MS = 1000
/** How long a conflicting append waits for the row before it reads the log itself. */
const CONFLICT_MS = 300
const MOST_CONFLICTS = 200

export class LogBehindError extends Error {
  override name = 'LogBehindError'
  /** Callers know the store as unavailable by it. */
  readonly code = 'ETIMEDOUT'
}

/** Applies the rows of other processes, in log order. */
export class Replication {
  readonly #options: Options
  readonly #stop = new AbortController()
  #queue: LogRow[] = []
  #came = Promise.withResolvers<void>()
  #applied = Promise.withResolvers<void>()
  #isWatching = false
  #isDraining = false
  #hasFailed = false
  #handAfter = 0

  constructor(options: Options) {
    this.#options = options
  }

  start(handAfter: number): void {
    this.#handAfter = handAfter
    this.#isWatching = true
    void this.#watch()
  }

  stop(): void {
    this.#stop.abort()
    this.#came.resolve()
    this.#applied.resolve()
  }

  async waitFor(seq: number, ms: number): Promise<boolean> {
    const { appender } = this.#options
    const timeout = new AbortController()
    const end = pause(ms, 'end', { signal: timeout.signal, ref: false }).catch(() => 'end')
    while (appender.lastSeq < seq && !this.#stop.signal.aborted)
      if ((await Promise.race([this.#applied.promise, end])) === 'end') break
    timeout.abort()
    return appender.lastSeq >= seq
  }

  async afterConflict(conflicts: number): Promise<void> {
    const { appender } = this.#options
    const before = appender.lastSeq
    if (conflicts > MOST_CONFLICTS) throw new LogBehindError('Others append to the partition all the time.')
    await this.applyWaiting()
    if (appender.lastSeq > before) return
    if (this.#isWatching) await this.#waitForRow()
    await this.applyWaiting()
    if (appender.lastSeq > before) return
    await this.readLog()
    if (appender.lastSeq === before) throw new LogBehindError('The log has another last row, and does not show it.')
  }

  /** Applies the present rows of the log without waiting for the watch. Called by one operation at a time. */
  async readLog(): Promise<void> {
    const { log, appender } = this.#options
    const head = await log.head()
    let rows: LogRow[] = []
    for await (const row of log.follow(appender.lastSeq, head)) {
      rows.push(row)
      if (rows.length < ROWS_AT_ONCE) continue
      await this.#apply(rows)
      rows = []
    }
    await this.#apply(rows)
    appender.passPurged(head)
  }

  async applyWaiting(): Promise<void> {
    while (this.#queue.length > 0) {
      const rows = this.#queue.slice(0, ROWS_AT_ONCE)
      await this.#apply(rows)
      this.#queue.splice(0, rows.length)
    }
  }

  /** Changes nothing when it throws. */
  async #apply(rows: readonly LogRow[]): Promise<void> {
    const { appender, states, erasures, makeRoom, onApplied, shared, log } = this.#options
    // Rows that this process has appended are in the memtable.
    const others = rows.filter(({ seq }) => seq > appender.lastSeq)
    if (others.length === 0) return this.#wake()
    await makeRoom()
    if (others.some(({ seq }, index) => seq !== (others[index - 1]?.seq ?? appender.lastSeq) + 1)) appender.forget()
    const wanted = shared?.onReplicated ? others.filter(({ seq }) => seq > this.#handAfter) : []
    const decoded = new Map(wanted.map(({ seq, bytes }) => [seq, decodeRow(bytes)]))
    await this.#loadStates([...decoded.values()].flat())
    const groups: AppendedGroup[] = []
    for (const row of others) {
      const entries = decoded.get(row.seq)
      if (entries)
        groups.push({
          partition: log.partition,
          seq: row.seq,
          entries,
          outcomes: classifyReplicated(entries, row.seq, { states, erasures }),
        })
      appender.add(row)
    }
    states.forgetUnused()
    this.#wake()
    onApplied()
    if (groups.length === 0) return
    // Earlier appends of this process are answered first, so that callers see the order of the log.
    await breathe()
    for (const group of groups) this.#handOver(group)
  }

  #wake(): void {
    this.#applied.resolve()
    this.#applied = Promise.withResolvers()
  }

  #handOver(group: AppendedGroup): void {
    try {
      this.#options.shared?.onReplicated?.(group)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  async #loadStates(entries: readonly Entry[]): Promise<void> {
    const { states, shared } = this.#options
    const deviceKeys = new Set<number>()
    for (const { deviceKey } of entries) if (shared?.interest?.(deviceKey)) deviceKeys.add(deviceKey)
    if (deviceKeys.size > 0) await states.load([...deviceKeys])
  }

  async #waitForRow(): Promise<void> {
    const timeout = new AbortController()
    const end = pause(CONFLICT_MS, undefined, { signal: timeout.signal, ref: false }).catch(() => {})
    if (this.#queue.length === 0) await Promise.race([this.#came.promise, end])
    timeout.abort()
  }

  async #watch(): Promise<void> {
    const { log, appender } = this.#options
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        const after = this.#queue.at(-1)?.seq ?? appender.lastSeq
        for await (const row of log.watch(after, signal)) await this.#take(row)
        this.#hasFailed = false
      } catch (error) {
        this.#report(error)
      }
      if (!signal.aborted) await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #take(row: LogRow): Promise<void> {
    this.#queue.push(row)
    this.#came.resolve()
    this.#came = Promise.withResolvers()
    if (!this.#isDraining) void this.#drain()
    while (this.#queue.length >= ROWS_WAITING && !this.#stop.signal.aborted) await this.#applied.promise
  }

  async #drain(): Promise<void> {
    const { serial } = this.#options
    const { signal } = this.#stop
    this.#isDraining = true
    while (this.#queue.length > 0 && !signal.aborted) {
      try {
        await serial.run(() => this.applyWaiting())
        this.#hasFailed = false
      } catch (error) {
        this.#report(error)
        await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
      }
    }
    this.#isDraining = false
  }

  /** Reports the first of several failures. An unavailable database is reported elsewhere. */
  #report(error: unknown): void {
    if (!this.#hasFailed && !isUnavailable(error)) this.#options.onError(error)
    this.#hasFailed = true
  }
}
