import { setImmediate as breathe } from 'node:timers/promises'
import type { CoarseWork } from '../compact/coarse-work.ts'
import type { Compaction } from '../compact/compaction.ts'
import type { DamagedChunks } from '../compact/damage.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import type { Eraser } from '../compact/erase.ts'
import type { Limits } from '../base/limits.ts'
import type { Purge } from '../compact/purge.ts'
import type { Serial } from '../base/serial.ts'
import type { Memtable } from '../memory/memtable.ts'

interface Options {
  readonly serial: Serial
  readonly memtable: Memtable
  readonly states: DeviceStates
  readonly compaction: Compaction
  readonly eraser: Eraser
  readonly purge: Purge
  readonly coarse: CoarseWork
  readonly damage: DamagedChunks
  readonly limits: Limits
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Pause between two steps, and between two checks when idle. */
const PAUSE_MS = 20
const REST_MS = 1000

/** Works in the background, step by step: after each group as much as keeps pace, and when idle. */
export class Worker {
  readonly #options: Options
  #openedAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #purgesNext = false

  constructor(options: Options) {
    this.#options = options
  }

  get hasWork(): boolean {
    const { compaction, eraser, purge, coarse, damage } = this.#options
    return damage.hasWork || eraser.hasWork || compaction.hasWork || purge.hasWork || coarse.hasWork
  }

  async step(): Promise<void> {
    const { states, damage } = this.#options
    states.forgetUnused()
    await damage.settingAside(() => (damage.hasWork ? damage.step() : this.#next()))
  }

  async #next(): Promise<void> {
    const { compaction, eraser, purge, coarse } = this.#options
    // Erasures come first: a device is not compacted before its old chunks are gone.
    if (eraser.hasWork) return eraser.step()
    // Coarse summaries come last: charts are right without them.
    if (coarse.hasWork && !compaction.hasWork && !purge.hasWork) return coarse.step()
    this.#purgesNext = purge.hasWork && (!this.#purgesNext || !compaction.hasWork)
    await (this.#purgesNext ? purge.step() : compaction.step())
  }

  async makeRoom(): Promise<void> {
    const { compaction } = this.#options
    while (compaction.isFull) await this.#stepInOwnTurn()
    this.sealWhenDue()
  }

  /**
   * Compacts as much as the last group has filled, and does one step for crowded devices. Values scattered over many
   * chunks take many steps, for which the next group does not wait. Failures concern no caller.
   */
  async keepPace(): Promise<void> {
    const { compaction, onError } = this.#options
    this.sealWhenDue()
    try {
      if (compaction.isCrowded && !this.#isClosed) await this.#stepInOwnTurn()
      while (compaction.isBehind && !this.#isClosed) await this.#stepInOwnTurn()
    } catch (error) {
      onError(error)
    }
  }

  /** Yields to the event loop before and after a step. */
  async #stepInOwnTurn(): Promise<void> {
    await breathe()
    await this.step()
    await breathe()
  }

  sealWhenDue(): void {
    const { memtable, compaction, limits, now } = this.#options
    if (memtable.active.messages === 0) this.#openedAt = undefined
    else this.#openedAt ??= now()
    const isOld = this.#openedAt !== undefined && Math.abs(now() - this.#openedAt) >= limits.segmentMs
    if (memtable.active.bytes < limits.segmentBytes && !isOld) return
    compaction.seal()
    if (memtable.active.messages === 0) this.#openedAt = undefined
  }

  start(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#idle(), this.hasWork ? PAUSE_MS : REST_MS).unref()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #idle(): Promise<void> {
    const { serial, onError } = this.#options
    try {
      await serial.run(async () => {
        if (this.#isClosed) return
        this.sealWhenDue()
        if (this.hasWork) await this.#stepInOwnTurn()
      })
    } catch (error) {
      onError(error)
    }
    this.start()
  }
}
