import {
  DeliverPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
  type StreamInfo,
} from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { setTimeout as wait } from 'node:timers/promises'
import { StoreUnavailable } from '../../platform/db/errors.ts'
import type { LogRow, LogUsage, ReadingLog } from '@greenhouse/timeseries'
import { LossWatch } from './loss-watch.ts'
import type { Loss } from './lost-log.ts'
import { asking, infoOf, isOf, PAUSE_MS, prepareStream, TRIES, unavailable } from './streams.ts'
import { watchReader, type ReaderTimes } from './reader-watch.ts'

const APPENDED_WITHIN_MS = 5000
const ASKED_WITHIN_MS = 5000
/** Consecutive checks, `checkMs` apart, after which a row that the servers still lack counts as unavailable. */
const LOOKS_FOR_END = 5
/** Messages that a reader is sent ahead. */
const AHEAD = 1000
/** Newer servers have a second number for it, without the sequence that would have been right. */
const WRONG_LAST_SEQUENCE = new Set([10071, 10164])
const TIMES: ReaderTimes = { heartbeatMs: 1000, checkMs: 2000, silentMs: 5000 }

export interface JetStreamLogOptions {
  readonly connection: NatsConnection
  /** The first part of the names of the streams, with the id of the log: several installations may share servers. */
  readonly name: string
  readonly partitions: number
  /** How many servers hold each row: 3, or 1 where there is one server. */
  readonly replicas: number
  /** The most bytes of a partition; what does not fit is refused until the log was compacted. */
  readonly maxBytes: number
  /** Called after a reader was sent later rows without `count` ones after `after`, which were then fetched. */
  readonly onLeftOut: (partition: number, after: number, count: number) => void
  /** Called for a stream that has `found` replicas, more than `replicas`. It keeps them: fewer would be less safe. */
  readonly onMoreReplicas?: (stream: string, found: number) => void
  /** Whether all streams were there once. Missing ones are then not made: they are a loss. */
  readonly isMade?: boolean
  /** Called when a stream is gone, was replaced, or has lost known rows. */
  readonly onLost?: (loss: Loss) => void
  readonly times?: ReaderTimes
}

/**
 * Opens the log in streams of NATS JetStream, and makes those that are missing unless all were there once.
 *
 * @throws StoreUnavailable when they can't be made
 */
export async function openJetStreamLog(options: JetStreamLogOptions): Promise<JetStreamLog> {
  const manager = await jetstreamManager(options.connection, { timeout: ASKED_WITHIN_MS, checkAPI: false })
  const log = new JetStreamLog(options, manager)
  for (let partition = 0; partition < options.partitions; partition++)
    await prepareStream(manager, log.streamOf(partition), options)
  return log
}

/**
 * A stream for each partition, so that the sequence of a stream is that of the rows. A row is durable when most replicas
 * have it.
 */
export class JetStreamLog implements ReadingLog {
  readonly #options: JetStreamLogOptions
  readonly #manager: JetStreamManager
  readonly #client: JetStreamClient
  readonly #times: ReaderTimes
  readonly #losses: LossWatch

  constructor(options: JetStreamLogOptions, manager: JetStreamManager) {
    this.#options = options
    this.#manager = manager
    this.#times = options.times ?? TIMES
    this.#client = jetstream(options.connection, { timeout: ASKED_WITHIN_MS })
    const { name, replicas, onLost = () => {} } = options
    const streamOf = (partition: number) => this.streamOf(partition)
    this.#losses = new LossWatch({ name, replicas, streamOf, onLost, find: (partition) => this.#find(partition) })
  }

  /** The name of a stream, and of its one subject. */
  streamOf(partition: number): string {
    return `${this.#options.name}-readings-${partition}`
  }

  async head(partition: number): Promise<number> {
    return (await this.#stateOf(partition)).last_seq
  }

  async append(partition: number, bytes: Uint8Array, expectedSeq: number): Promise<number | 'conflict'> {
    if (bytes.length > (this.#options.connection.info?.max_payload ?? Infinity))
      throw new RangeError(
        `A row of ${bytes.length} bytes is longer than NATS takes. Raise max_payload of its servers.`,
      )
    const expect = { lastSequence: expectedSeq }
    try {
      // A second try by the client would find the row of the first and check like one of another writer.
      const options = { expect, timeout: APPENDED_WITHIN_MS, retries: 0 }
      // While there is no connection the client keeps what it is to send, also after this has given up. The caller uses the
      // same memory for its next row.
      const { seq } = await this.#client.publish(this.streamOf(partition), new Uint8Array(bytes), options)
      this.#losses.note(partition, seq)
      return seq
    } catch (error) {
      if (error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code)) return 'conflict'
      throw unavailable(error)
    }
  }

  async *follow(partition: number, after: number, atLeast = 0): AsyncGenerator<LogRow> {
    const { first_seq: first, last_seq: known } = await this.#stateOf(partition)
    const end = Math.max(known, atLeast)
    if (first > end) return
    const { signal, stop } = this.#watchEnd(partition, end)
    try {
      let last = after
      for (let left = TRIES; last < end && !signal.aborted; left--) {
        try {
          for await (const row of this.#rowsAfter(partition, last, signal)) {
            yield row
            last = row.seq
            if (last >= end) return
          }
        } catch (error) {
          if (left <= 1) throw unavailable(error)
        }
        await wait(PAUSE_MS)
      }
      if (signal.reason instanceof StoreUnavailable) throw signal.reason
    } finally {
      stop()
    }
  }

  /**
   * Aborts a signal when the row `end` will not come, so that its reader does not wait for ever: it was purged before it was
   * read, or the servers do not get it, for which the reason is a StoreUnavailable.
   */
  #watchEnd(partition: number, end: number): { readonly signal: AbortSignal; readonly stop: () => void } {
    const waiting = new AbortController()
    let looks = 0
    const check = async () => {
      const state = await this.#stateOf(partition).catch(() => undefined)
      if (state === undefined) return
      if (state.first_seq > end) waiting.abort()
      if (state.last_seq < end && ++looks >= LOOKS_FOR_END)
        waiting.abort(new StoreUnavailable(`The servers of the log do not have row ${end} of partition ${partition}.`))
    }
    const checking = setInterval(() => void check(), this.#times.checkMs)
    return { signal: waiting.signal, stop: () => clearInterval(checking) }
  }

  async *watch(partition: number, after: number, signal: AbortSignal): AsyncGenerator<LogRow> {
    let last = after
    while (!signal.aborted) {
      try {
        for await (const row of this.#rowsAfter(partition, last, signal)) {
          yield row
          last = row.seq
        }
      } catch {
        // The servers are unreachable or elect a leader: retry from the same position.
      }
      await wait(PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }

  async purge(partition: number, upto: number): Promise<void> {
    // The servers take "before row 1" for "everything".
    if (upto < 1) return
    await asking(() => this.#manager.streams.purge(this.streamOf(partition), { seq: upto + 1 }))
  }

  /** Returns what is lost, for certain, of a log that had at least the row of a position in each partition. */
  async findLosses(position: (partition: number) => number): Promise<Loss[]> {
    const partitions = Array.from({ length: this.#options.partitions }, (_, partition) => partition)
    const losses = await Promise.all(partitions.map((partition) => this.#losses.findLasting(partition, position)))
    return losses.filter((loss) => loss !== undefined)
  }

  /** Deletes the streams that belong to this log. */
  async remove(): Promise<void> {
    for (let partition = 0; partition < this.#options.partitions; partition++) {
      const found = await this.#find(partition)
      if (found && isOf(this.#options.name, found))
        await asking(() => this.#manager.streams.delete(this.streamOf(partition)))
    }
  }

  async usage(partition: number): Promise<LogUsage> {
    const { state, config, cluster } = await asking(() => this.#manager.streams.info(this.streamOf(partition)))
    const replicasBehind = (cluster?.replicas ?? []).filter(({ current, offline }) => !current || (offline ?? false))
    return { bytes: state.bytes, limitBytes: config.max_bytes, replicasBehind: replicasBehind.length }
  }

  /**
   * Yields the rows between two that a consumer has left out: those that were purged are nowhere, but a server that has just
   * come back may send later rows before it has all earlier ones. The server that leads the stream has them.
   */
  async *#leftOut(partition: number, after: number, before: number): AsyncGenerator<LogRow> {
    let found = 0
    try {
      for (let last = after; last < before - 1; found++) {
        const row = await this.#firstAfter(partition, last)
        if (row === undefined) await this.#checkIsPurged(partition, before)
        if (row === undefined || row.seq >= before) return
        yield row
        last = row.seq
      }
    } finally {
      if (found > 0) this.#options.onLeftOut(partition, after, found)
    }
  }

  /** Returns the first row after a position that the server has which leads the stream, undefined when there is none. */
  async #firstAfter(partition: number, after: number): Promise<LogRow | undefined> {
    const stream = this.streamOf(partition)
    // The types know this question of another kind of request only, but the servers answer it here, too.
    const question = { seq: after + 1, next_by_subj: stream }
    const message = await asking(() => this.#manager.streams.getMessage(stream, question))
    return message ? { seq: message.seq, bytes: message.data } : undefined
  }

  /** @throws StoreUnavailable when the server that answers does not have a row that another one has sent */
  async #checkIsPurged(partition: number, seq: number): Promise<void> {
    const { last_seq: end } = await this.#stateOf(partition)
    if (end < seq) throw new StoreUnavailable('A server of the log that is behind the others has answered.')
  }

  async #stateOf(partition: number): Promise<StreamInfo['state']> {
    const known = this.#losses.headOf(partition)
    const found = await this.#find(partition)
    const loss = this.#losses.lossIn(partition, found, known)
    if (loss) void this.#losses.suspect(partition)
    if (!found || (loss && loss.head === undefined))
      throw new StoreUnavailable(`The log of readings can't be used: ${loss?.reason}.`)
    this.#losses.note(partition, found.state.last_seq)
    return found.state
  }

  #find(partition: number): Promise<StreamInfo | undefined> {
    return asking(() => infoOf(this.#manager, this.streamOf(partition)))
  }

  /** Yields the rows after a position, and waits for further ones until the signal aborts or the caller has enough. */
  async *#rowsAfter(partition: number, after: number, signal?: AbortSignal): AsyncGenerator<LogRow> {
    const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: after + 1 }
    const consumer = await this.#client.consumers.get(this.streamOf(partition), from)
    const messages = await consumer.consume({ max_messages: AHEAD, expires: this.#times.heartbeatMs * 2 })
    const stop = () => messages.stop()
    let last = after
    const isBehind = async () => (await this.#firstAfter(partition, last)) !== undefined
    const watch = watchReader(messages, isBehind, this.#times)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      if (signal?.aborted) return
      for await (const { seq, data } of messages) {
        watch.got()
        if (seq > last + 1) yield* this.#leftOut(partition, last, seq)
        // A consumer that begins again by itself may send what was read.
        if (seq > last) yield { seq, bytes: data }
        last = Math.max(last, seq)
        if (signal?.aborted) return
        watch.waits()
      }
    } finally {
      signal?.removeEventListener('abort', stop)
      watch.end()
      stop()
      void consumer.delete().catch(() => {})
    }
  }
}
