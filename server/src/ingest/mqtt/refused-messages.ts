import { storeRefusals, type Refusal } from '../../features/devices/refusal-store.ts'
import type { Context } from '../../platform/context.ts'

/** Minimum interval between writes. */
const WRITTEN_EVERY_MS = 3000
/** Topics and reasons that are counted between two writes. */
const COUNTED_MAX = 5000
const COUNTED_PER_DEVICE_MAX = 20
/** Characters. */
const SAMPLE_MAX = 200
const SAMPLED_BYTES = 1024
/** A token of this server, or another long secret: 40 letters and digits, or 32 hexadecimal ones. */
const SECRET = /[\w-]{40,}|[0-9A-Fa-f]{32,}/g

interface RefusedMessage {
  readonly topic: string
  readonly reason: string
  readonly payload: Buffer
  /** 1 when it is omitted. */
  readonly count?: number
}

/** Counts by topic what is refused of the messages of devices, for their owners to see. */
export class RefusedMessages {
  readonly #context: Pick<Context, 'db' | 'log' | 'now'>
  readonly #counted = new Map<number, Map<string, Refusal>>()
  #size = 0
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(context: Pick<Context, 'db' | 'log' | 'now'>) {
    this.#context = context
  }

  /** Counts a message. It is written with others a few seconds later; a crash in between loses only the count. */
  add(deviceKey: number, { topic, reason, payload, count = 1 }: RefusedMessage): void {
    const own = this.#counted.get(deviceKey) ?? new Map<string, Refusal>()
    const key = `${topic}\0${reason}`
    const known = own.get(key)
    if (!known && (this.#size >= COUNTED_MAX || own.size >= COUNTED_PER_DEVICE_MAX)) return
    // The sample of the first one is enough until the next write: it costs more than the count.
    if (known) own.set(key, { ...known, count: known.count + count, lastAt: this.#context.now() })
    else {
      this.#size++
      const [shown, sample] = [withoutSecrets(topic), sampleOf(payload)]
      own.set(key, { deviceKey, topic: shown, reason, count, lastAt: this.#context.now(), sample })
    }
    this.#counted.set(deviceKey, own)
    this.#timer ??= setTimeout(() => void this.write(), WRITTEN_EVERY_MS).unref()
  }

  /** Writes what was counted since the last time. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const refusals = [...this.#counted.values()].flatMap((own) => [...own.values()])
    this.#counted.clear()
    this.#size = 0
    if (refusals.length === 0) return this.#writing
    await (this.#writing = this.#store(refusals))
  }

  async #store(refusals: readonly Refusal[]): Promise<void> {
    const { db, log, now } = this.#context
    try {
      await db.transaction().execute((tx) => storeRefusals(tx, refusals, now()))
    } catch (error) {
      log.warn({ event: 'ingest.refusals-write-failed', reason: (error as Error).message })
    }
  }
}

/** Returns the beginning of a payload for its owner to see, in one line and without anything that may be a secret. */
export function sampleOf(payload: Buffer): string {
  const text = payload.toString('utf8', 0, SAMPLED_BYTES)
  // The beginning of a secret that is longer than the sample.
  const whole = payload.length > SAMPLED_BYTES ? text.replace(/[\w-]+\uFFFD?$/, '') : text
  return withoutSecrets(whole)
}

/** Returns the first characters of a topic or payload, in one line. */
export function withoutSecrets(text: string): string {
  const shown = text.replaceAll(SECRET, '…').replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu, '·')
  return Array.from(shown).slice(0, SAMPLE_MAX).join('')
}
