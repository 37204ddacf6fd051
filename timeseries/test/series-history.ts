import { isDeepStrictEqual } from 'node:util'
import { seededRandom } from '../../testing/random.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../src/base/database.ts'
import type { Tables } from '../src/base/tables.ts'
import { openDatabaseLog } from '../src/stores/database-log-store.ts'
import { openParts, type EngineParts } from '../src/engine/parts.ts'
import type { Limits } from '../src/base/limits.ts'
import type { Chunk } from '../src/stores/chunk-store.ts'
import type { Uncovered } from '../src/stores/coarse-store.ts'
import { readPoints } from '../src/read/points.ts'
import { dropChunksBefore, FIRST, type Cursor } from '../src/engine/retention.ts'
import { Outcome, type Entry } from '../src/base/types.ts'
import { damageChunk, damagedChunks } from './damaged-chunks.ts'
import { faultyDatabase, InjectedFault, type Fault } from './faulty-database.ts'
import { NaiveSeries } from './naive-series.ts'
import { DEVICES, RandomEntries } from './random-history.ts'
import { differences, isIn, readAll } from './series-differences.ts'
import { brokenInvariants } from './time-series-invariants.ts'

/** Limits that a few values reach. */
export const TINY: Partial<Limits> = {
  slabBytes: 300,
  segmentBytes: 1200,
  hotValues: 40,
  stepValues: 30,
  stepWrites: 2,
  stepMs: 0,
  chunkValues: 60,
  openValues: 20,
  openShare: 4,
  chunkParts: 4,
  partValues: 10,
  coarseChunks: 3,
  purgeBytes: 300,
  eraseChunks: 2,
  devices: 3,
  lateChunks: 2,
  readMs: 60_000,
  swapMs: 60_000,
}

/** Operations between comparisons of all values. Invariants are checked after each operation. */
const STEPS_BETWEEN_COMPARISONS = 8

/** How likely each operation is. */
export interface Chances {
  readonly fault: number
  readonly restart: number
  readonly erase: number
  /** How likely a chunk is damaged. Then appends never fail, since their outcomes say what was stored in place of what. */
  readonly damage?: number
}

/** A random history of operations, played to the engine and to a naive model of it. */
export class SeriesHistory {
  readonly #db: Kysely<Tables>
  readonly #faulty: Database
  readonly #chances: Chances
  readonly #random: () => number
  readonly #entries: RandomEntries
  readonly #model = new NaiveSeries()
  #engine!: EngineParts
  #keptFrom = 0
  /** Chunks that are set aside, whose values the model has lost. Ids may be reused. */
  #lost = new Set<string>()
  #mayFail = false
  #hasFailed = false

  constructor({ db }: { readonly db: Kysely<Tables> }, seed: number, chances: Chances) {
    this.#db = db
    this.#chances = chances
    this.#random = seededRandom(seed)
    this.#entries = new RandomEntries(this.#random)
    this.#faulty = faultyDatabase(db, () =>
      this.#mayFail && this.#random() < chances.fault ? this.#aFault() : undefined,
    )
  }

  /** Runs random operations, and then compacts the rest. Returns the first differences. */
  async run(steps: number): Promise<string[]> {
    await this.#restart()
    for (let step = 0; step < steps; step++) {
      const operation = await this.#step()
      const wrong = await this.#lose()
      wrong.push(...(await brokenInvariants(this.#db, this.#engine, DEVICES, await this.#allDamaged())))
      if (step % STEPS_BETWEEN_COMPARISONS === 0) wrong.push(...(await this.#differences()))
      if (wrong.length > 0) return [`step ${step}: ${operation}`, ...wrong]
    }
    await this.#finish()
    const left = await this.#db.selectFrom('reading_log').select('seq').execute()
    return [...(await this.#differences()), ...left.map(({ seq }) => `row ${seq} is left in the log`)]
  }

  /** Compacts what is left, and has every damaged chunk found. */
  async #finish(): Promise<void> {
    const { worker, memtable, compaction, suspectChunks } = this.#engine
    for (const deviceKey of DEVICES)
      for (const chunk of await damagedChunks(this.#db, deviceKey)) suspectChunks.add(chunk)
    while (worker.hasWork || memtable.active.messages > 0) {
      compaction.seal()
      await worker.step()
      await this.#lose()
    }
  }

  async #step(): Promise<string> {
    const kind = this.#random()
    const { restart, damage = 0 } = this.#chances
    if (kind < restart) return this.#restart()
    if (kind < restart + damage) {
      await damageChunk(this.#db, this.#entries.device(), this.#random)
      return 'damage'
    }
    if (kind > 1 - this.#chances.erase) return this.#remove()
    if (this.#random() < 0.5) return this.#append()
    await this.#trying(async () => {
      this.#engine.worker.sealWhenDue()
      await this.#engine.worker.step()
    })
    return 'background'
  }

  async #append(): Promise<string> {
    const group = this.#entries.group()
    this.#hasFailed = false
    let outcomes: readonly number[] = []
    const append = async () => (outcomes = Array.from((await this.#engine.appender.append(group)).outcomes))
    if (this.#chances.damage) await this.#loseReplaced(group, append)
    // A board sends again until the group is acknowledged.
    else while (!(await this.#trying(append))) continue
    const expected = this.#model.append(group)
    this.#engine.worker.sealWhenDue()
    // After a failure the group may have been stored already.
    if (this.#hasFailed || isDeepStrictEqual(outcomes, expected)) return 'append'
    throw new Error(`The outcomes ${outcomes.join()} were to be ${expected.join()}.`)
  }

  async #remove(): Promise<string> {
    const deviceKey = this.#entries.device()
    const kind = this.#random()
    if (kind < 0.4) {
      while (!(await this.#trying(() => this.#engine.eraser.erase(deviceKey)))) continue
      this.#model.erase(deviceKey)
      return `erase ${deviceKey}`
    }
    if (kind < 0.8) {
      const slot = this.#entries.replaceSlot(deviceKey)
      while (!(await this.#trying(() => this.#engine.eraser.eraseSlot(deviceKey, slot)))) continue
      this.#model.eraseSlot(deviceKey, slot)
      return `erase slot ${slot} of ${deviceKey}`
    }
    this.#keptFrom = this.#entries.forgetOld()
    const pass: { cursor: Cursor | undefined } = { cursor: FIRST }
    while (pass.cursor) {
      const from = pass.cursor
      await this.#trying(async () => {
        pass.cursor = (await dropChunksBefore(this.#keptFrom, from, this.#engine)).next
      })
    }
    return `drop before ${this.#keptFrom}`
  }

  async #restart(): Promise<string> {
    const log = openDatabaseLog(this.#faulty)
    this.#engine = await openParts({ db: this.#faulty, log, now: () => 0, onError: () => {}, limits: TINY })
    return 'restart'
  }

  /** Runs an operation that may fail. Returns whether it did not. */
  async #trying(operation: () => Promise<unknown>): Promise<boolean> {
    this.#mayFail = true
    try {
      await operation()
      return true
    } catch (error) {
      if (!(error instanceof InjectedFault)) throw error
      this.#hasFailed = true
      return false
    } finally {
      this.#mayFail = false
    }
  }

  /** Appends a group, and has the model lose those values of damaged chunks that were stored again. */
  async #loseReplaced(group: readonly Entry[], append: () => Promise<readonly number[]>): Promise<void> {
    const damaged = await this.#allDamaged()
    const outcomes = [...(await append())]
    for (const { deviceKey, at, slots } of group)
      for (const slot of slots) {
        const isNew = outcomes.shift() !== Outcome.DUPLICATE
        if (isNew && damaged.some((chunk) => isIn(chunk, deviceKey, at))) this.#model.lose(deviceKey, slot, at)
      }
  }

  /** Has the model lose what the chunks held that were set aside since the last call. Returns where too much is gone. */
  async #lose(): Promise<string[]> {
    const wrong: string[] = []
    const rows = await this.#db.selectFrom('damaged_chunk').selectAll().execute()
    const nameOf = ({ id, device_key, from_at, to_at, n }: (typeof rows)[number]) =>
      [id, device_key, from_at, to_at, n].join()
    const known = this.#lost
    this.#lost = new Set(rows.map(nameOf))
    for (const row of rows.filter((one) => !known.has(nameOf(one)))) {
      const { device_key, from_at, to_at, n } = row
      const found = await readAll(this.#engine, device_key, { slots: this.#model.slots(device_key), from: 0 })
      let lost = 0
      for (const slot of this.#model.slots(device_key)) {
        const own = new Set(found.get(slot)?.map(([at]) => at))
        for (const [at] of this.#model.raw(device_key, slot, Math.max(from_at, this.#keptFrom), to_at + 1)) {
          if (own.has(at)) continue
          this.#model.lose(device_key, slot, at)
          lost++
        }
      }
      if (lost > n) wrong.push(`${lost} values of ${device_key} are gone, and not ${n}`)
    }
    return wrong
  }

  async #allDamaged(): Promise<Chunk[]> {
    if (!this.#chances.damage) return []
    const found = DEVICES.map((deviceKey) => damagedChunks(this.#db, deviceKey))
    return (await Promise.all(found)).flat()
  }

  #aFault(): Fault {
    const kind = this.#random()
    if (kind < 0.6) return { at: 'statement', number: 1 + this.#entries.below(12) }
    return { at: kind < 0.8 ? 'commit' : 'answer' }
  }

  async #differences(): Promise<string[]> {
    const damaged = await this.#allDamaged()
    const wrong = await differences(this.#engine, this.#model, { from: this.#keptFrom, damaged })
    for (const deviceKey of DEVICES)
      // The summary of a chunk counts its values until the damage is found.
      if (!damaged.some((chunk) => chunk.deviceKey === deviceKey))
        wrong.push(...(await this.#differentPoints(deviceKey)))
    return wrong
  }

  /** Compares points of a random range, which is kept: values before `keptFrom` are gone, but not from the summaries. */
  async #differentPoints(deviceKey: number): Promise<string[]> {
    const slots = this.#model.slots(deviceKey)
    const widthMs = [1, 7, 15, 60, 120, 1440][this.#entries.below(6)]! * 60_000
    const from = Math.max(this.#keptFrom, this.#entries.time())
    const origin = [0, 900_000, from][this.#entries.below(3)]!
    const range = { from, to: from + this.#entries.below(6000) * 60_000, widthMs, origin }
    const coarse = { coarseChunks: 3, onUncovered: (found: Uncovered) => this.#engine.coarse.want(found) }
    const points = await readPoints(this.#engine.reader, { deviceKey, slots, range }, coarse)
    return points.flatMap(({ slot, at, counts, means, lowest, highest }) => {
      const rows = Array.from(at, (start, index) => [
        start,
        [counts, means, lowest, highest].map((list) => list[index]! + 0),
      ])
      const expected = [...this.#model.points(deviceKey, slot, range)]
      return isDeepStrictEqual(rows, expected) ? [] : [`the points of ${deviceKey}/${slot} differ`]
    })
  }
}
