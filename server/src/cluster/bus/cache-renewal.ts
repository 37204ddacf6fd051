import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'

const AGAIN_MS = 1000

/** Changes by other processes. */
export interface Stale {
  /** Messages may have been missed: it may be anything. */
  readonly all: boolean
  readonly members: ReadonlySet<string>
  /** Devices with new series. */
  readonly deviceKeys: ReadonlySet<number>
}

interface Options {
  /** Reads again, or forgets, what is stale. It rejects when the database can't be asked: then nothing that is known is lost. */
  readonly renew: (stale: Stale) => Promise<void>
  readonly log: Log
  /** How long to wait after a failure, in milliseconds. */
  readonly againMs?: number
}

/**
 * Reads caches again when other processes have changed them. One round runs and one waits, for any number of messages.
 * Entries stay cached while the database is unavailable.
 */
export class CacheRenewal {
  readonly #options: Options
  readonly #stop = new AbortController()
  #due = nothing()
  #running: Promise<void> | undefined
  #hasFailed = false

  constructor(options: Options) {
    this.#options = options
  }

  all(): void {
    this.#due.all = true
    this.#wake()
  }

  member(userId: string): void {
    this.#due.members.add(userId)
    this.#wake()
  }

  devices(deviceKeys: readonly number[]): void {
    for (const key of deviceKeys) this.#due.deviceKeys.add(key)
    this.#wake()
  }

  /** Begins no more rounds, and waits for the one that runs. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  #wake(): void {
    if (this.#stop.signal.aborted || this.#running) return
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      // A message may have come since the last look.
      if (isAnything(this.#due)) this.#wake()
    })
  }

  async #run(): Promise<void> {
    const { renew, log, againMs = AGAIN_MS } = this.#options
    const { signal } = this.#stop
    while (!signal.aborted && isAnything(this.#due)) {
      const due = this.#due
      this.#due = nothing()
      try {
        await renew(due)
        this.#hasFailed = false
      } catch (error) {
        this.#putBack(due)
        if (!this.#hasFailed) log.warn({ event: 'cache.not-renewed', reason: (error as Error).message })
        this.#hasFailed = true
        await pause(againMs, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  #putBack({ all, members, deviceKeys }: Stale): void {
    this.#due.all ||= all
    for (const userId of members) this.#due.members.add(userId)
    for (const key of deviceKeys) this.#due.deviceKeys.add(key)
  }
}

function nothing() {
  return { all: false, members: new Set<string>(), deviceKeys: new Set<number>() }
}

function isAnything({ all, members, deviceKeys }: Stale): boolean {
  return all || members.size > 0 || deviceKeys.size > 0
}
