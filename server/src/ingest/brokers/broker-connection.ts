import { connect as connectTcp, isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { brokerFault, UnreadablePassword } from '../../features/boards/broker-fault.ts'
import type { BrokerState } from '../../features/boards/broker-state.ts'
import type { StoredBroker } from '../../features/boards/broker-store.ts'
import { brokerTarget, type BrokerTarget } from '../../features/boards/broker-target.ts'
import { BoardMessage } from '../../features/boards/board-report.ts'
import type { BoardOwner } from '../../features/boards/board-owner.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import type { Log } from '../../platform/log.ts'
import { isOldBroker } from '../../platform/mqtt/broker-faults.ts'
import { Subscriber, type Arrived } from '../../platform/mqtt/subscriber.ts'
import type { Outbound } from '../../platform/network/outbound.ts'
import { overloaded, ProblemError } from '../../platform/problem.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import type { BoardIngest } from '../boards/board-ingest-types.ts'
import type { MessageRateLimits } from '../message-rate-limits.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** A connection that lasted this long was a good one: the next attempt comes soon. */
const GOOD_MS = 60_000
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 30_000
/** Attempts to ingest a message that fails while the store is available. */
const ATTEMPTS_MAX = 5
const SECONDS = 60

export interface BrokerParts {
  readonly log: Log
  readonly boardIngest: Pick<BoardIngest, 'ingest' | 'forget'>
  readonly rateLimits: Pick<MessageRateLimits, 'waitMs'>
  readonly outbound: Outbound
  readonly seal: Seal
}

interface Before {
  /** Filters to which the broker may have an earlier subscription. */
  readonly dropped: readonly string[]
  /** Resolves when the connection that this one takes the place of has ended. */
  readonly after: Promise<void> | undefined
}

/** The connection to one broker as it is stored now: it is opened again whenever it ends, until `end` is called. */
export class BrokerConnection {
  readonly broker: StoredBroker
  readonly #parts: BrokerParts
  readonly #owner: BoardOwner
  readonly #target: BrokerTarget
  readonly #dropped: readonly string[]
  readonly #stopping = new AbortController()
  readonly #rate = new MinuteRate()
  #subscriber: Subscriber | undefined
  #state: BrokerState['state'] = 'connecting'
  #error: string | null = null
  /** Why messages wait to be stored. */
  #waitsFor: string | null = null
  #version: 4 | 5 = 5
  #failures = 0
  #connectedAt: number | undefined

  constructor(broker: StoredBroker, { dropped, after, ...parts }: BrokerParts & Before) {
    this.broker = broker
    this.#dropped = dropped
    this.#parts = parts
    this.#owner = { householdId: broker.householdId, source: { kind: 'broker', id: broker.brokerId } }
    this.#target = brokerTarget(broker.url) ?? { host: '', port: 1883, isSecure: false }
    void this.#run(after)
  }

  get state(): BrokerState {
    const lastError = this.#error ?? this.#waitsFor
    return { state: this.#state, lastError, rate: this.#rate.total(performance.now()) }
  }

  /** Acknowledges what is being stored and disconnects. @param forGood the broker need not keep messages for later */
  async end(forGood: boolean): Promise<void> {
    this.#stopping.abort()
    await this.#subscriber?.end(forGood)
    if (forGood) await this.#parts.boardIngest.forget(this.#owner)
  }

  async #run(after: Promise<void> | undefined): Promise<void> {
    const { signal } = this.#stopping
    await after
    while (!signal.aborted) {
      this.#connectedAt = undefined
      const error = await this.#connection().catch((reason: unknown) => reason)
      if (signal.aborted) return
      const wasConnected = this.#connectedAt !== undefined
      const isFallback = !wasConnected && this.#version === 5 && isOldBroker(error)
      if (!wasConnected) this.#version = isFallback ? 4 : 5
      if (isFallback) continue
      this.#failed(brokerFault(error, this.#target))
      await wait(this.#pauseMs(), undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Connects once. Resolves with why the connection has ended; rejects when there was none. */
  async #connection(): Promise<Error | undefined> {
    const { broker } = this
    const { outbound, seal } = this.#parts
    const { host, port, isSecure } = this.#target
    const password = broker.sealedPassword === null ? '' : seal.open(broker.sealedPassword, broker.brokerId)
    if (password === undefined) throw new UnreadablePassword()
    const lookup = await outbound.resolve(host, port)
    if (this.#stopping.signal.aborted) return undefined
    const address = { host, port, lookup }
    const servername = isIP(host) === 0 ? { servername: host } : {}
    const socket = isSecure
      ? connectTls({ ...address, ...servername, ...(broker.ca === '' ? {} : { ca: broker.ca }) })
      : connectTcp(address)
    const options = { ...broker, clientId: broker.brokerId, password, dropped: this.#dropped, version: this.#version }
    return new Promise((ended) => {
      this.#subscriber = new Subscriber(socket, options, {
        take: (message, signal) => this.#take(message, signal),
        shareWaitMs: () => this.#parts.rateLimits.waitMs(this.#owner),
        connected: (refused) => this.#connected(refused),
        ended,
      })
    })
  }

  #connected(refused: readonly string[]): void {
    this.#connectedAt = performance.now()
    this.#state = 'connected'
    this.#error = refused.length === 0 ? null : `The broker does not allow: ${refused.join(', ')}`
    this.#parts.log.info({
      event: 'broker.connected',
      brokerId: this.broker.brokerId,
      householdId: this.broker.householdId,
    })
  }

  #failed(reason: string): void {
    const { brokerId, householdId } = this.broker
    // Each further attempt fails in the same way most of the time.
    if (this.#error !== reason || this.#state !== 'failed')
      this.#parts.log.warn({ event: 'broker.failed', brokerId, householdId, reason })
    const lasted = this.#connectedAt === undefined ? 0 : performance.now() - this.#connectedAt
    this.#failures = lasted > GOOD_MS ? 1 : this.#failures + 1
    this.#state = 'failed'
    this.#error = reason
  }

  #pauseMs(): number {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS)
    return longest * (0.5 + Math.random() / 2)
  }

  /** Resolves when the message is stored or of no use. While the store takes nothing it tries again. */
  async #take({ topic, payload, isRetained }: Arrived, signal: AbortSignal): Promise<void> {
    this.#rate.add(performance.now())
    const message = new BoardMessage(topic, payload, { isRetained })
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        await this.#parts.boardIngest.ingest(this.#owner, message)
        this.#waitsFor = null
        return
      } catch (error) {
        const fault = isUnavailable(error) ? overloaded() : error
        if (fault instanceof ProblemError) this.#waitsFor = fault.message
        else if (attempt === ATTEMPTS_MAX) return this.#giveUp(fault)
      }
      const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS)
      await wait(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** A fault of the server costs this message, or the broker would send it for ever. */
  #giveUp(error: unknown): void {
    this.#parts.log.error({ event: 'broker.message-failed', brokerId: this.broker.brokerId, err: error })
  }
}

/** Counts what happened in the last minute, by seconds. */
class MinuteRate {
  readonly #counts = new Uint32Array(SECONDS)
  #second = 0

  /** @param now milliseconds of a clock that never goes back */
  add(now: number): void {
    this.#advance(now)
    this.#counts[this.#second % SECONDS]! += 1
  }

  total(now: number): number {
    this.#advance(now)
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  #advance(now: number): void {
    const second = Math.floor(now / 1000)
    for (let each = Math.max(this.#second + 1, second - SECONDS + 1); each <= second; each++)
      this.#counts[each % SECONDS] = 0
    this.#second = Math.max(second, this.#second)
  }
}
