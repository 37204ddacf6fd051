import { isDeepStrictEqual } from 'node:util'
import { seededRandom } from '../../testing/random.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../src/base/tables.ts'
import { openDatabaseLog } from '../src/stores/database-log-store.ts'
import { openParts, type EngineParts } from '../src/engine/parts.ts'
import { dropCompacted, makeRoom, refreshErasures } from '../src/engine/replica.ts'
import { findCompacted, LeaseLostError } from '../src/stores/marker-store.ts'
import { dropChunksBefore, FIRST, type Cursor } from '../src/engine/retention.ts'
import type { ReadingLog } from '../src/stores/reading-log.ts'
import { Outcome, type Appended, type AppendedGroup } from '../src/base/types.ts'
import { InjectedFault } from './faulty-database.ts'
import { faultyLog } from './faulty-log.ts'
import { NaiveSeries } from './naive-series.ts'
import { DEVICES, RandomEntries } from './random-history.ts'
import { differences, readAll } from './series-differences.ts'
import { TINY } from './series-history.ts'
import { brokenInvariants } from './time-series-invariants.ts'

/** All values of a device, in order: slot, time and value. */
type Values = ReadonlyArray<readonly [number, number, number]>

/** The values of a device after each row of the log and each removal that changed it. */
interface Version {
  /** The last seq of the log then. */
  readonly seq: number
  readonly values: Values
}

interface Process {
  engine: EngineParts
  /** The seq of the last group that was handed over, or of a group of its own. */
  handedSeq: number
}

/**
 * A random history of two processes that share a log, with at most one owner of its only partition, and of former owners
 * that don't know yet that they are not.
 */
export class SharedHistory {
  readonly #db: Kysely<Tables>
  readonly #log: ReadingLog
  readonly #random: () => number
  readonly #entries: RandomEntries
  readonly #model = new NaiveSeries()
  readonly #processes: Process[] = []
  readonly #zombies: EngineParts[] = []
  /** The outcomes of the values that each group has added, by its seq. */
  readonly #outcomes = new Map<number, number[]>()
  readonly #versions = new Map<number, Version[]>()
  /** The version of a device that everybody sees at least, because what was before it was erased. */
  readonly #least = new Map<number, number>()
  readonly #wrong: string[] = []
  #seq = 0
  #keptFrom = 0
  /** How many refused steps of former owners, and groups that were handed over, there were. */
  refused = 0
  handed = 0

  constructor({ db }: { readonly db: Kysely<Tables> }, seed: number, log = openDatabaseLog(db)) {
    this.#log = log
    this.#db = db
    this.#random = seededRandom(seed)
    this.#entries = new RandomEntries(this.#random)
    for (const deviceKey of DEVICES) this.#versions.set(deviceKey, [{ seq: 0, values: [] }])
  }

  /** Runs random operations. Returns the first differences. */
  async run(steps: number): Promise<string[]> {
    for (const role of ['owner', 'replica'] as const) this.#processes.push(await this.#open(role))
    for (let step = 0; step < steps; step++) {
      const operation = await this.#step()
      for (const { engine } of this.#processes) await engine.serial.run(async () => {}) // Its steps too.
      const owner = this.#owner()
      if (owner) this.#wrong.push(...(await brokenInvariants(this.#db, owner.engine, DEVICES)))
      if (step % 4 === 0) for (const one of this.#processes) await this.#checkPrefix(one)
      if (step % 16 === 0) await this.#checkAll()
      if (this.#wrong.length > 0) return [`step ${step}: ${operation}`, ...this.#wrong]
    }
    await this.#checkAll()
    return this.#wrong
  }

  async #step(): Promise<string> {
    const kind = this.#random()
    const one = this.#processes[this.#entries.below(2)]!
    if (kind < 0.35) return this.#append(one)
    if (kind < 0.5) return this.#follow(one)
    if (kind < 0.75) return this.#background()
    if (kind < 0.83) return this.#poll()
    if (kind < 0.87) return this.#changeHands()
    if (kind < 0.9) return this.#restart(one)
    if (kind < 0.95) return this.#haunt()
    return this.#remove()
  }

  async #open(role: 'owner' | 'replica'): Promise<Process> {
    const opened: { process?: Process } = {}
    const onReplicated = (group: AppendedGroup) => this.#handOver(opened.process!, group)
    const engine = await openParts({
      db: this.#db,
      log: faultyLog(this.#log, this.#random),
      now: () => 0,
      onError(error) {
        if (!(error instanceof LeaseLostError)) throw error
      },
      limits: TINY,
      role,
      shared: { interest: () => true, onReplicated },
    })
    return (opened.process = { engine, handedSeq: engine.lastSeq() })
  }

  #owner(): Process | undefined {
    return this.#processes.find(({ engine }) => engine.role === 'owner')
  }

  #handOver(process: Process, { seq, entries, outcomes }: AppendedGroup): void {
    this.handed++
    if (seq <= process.handedSeq) this.#wrong.push(`group ${seq} came after ${process.handedSeq}`)
    process.handedSeq = seq
    const expected = this.#outcomes.get(seq)
    const values = entries.flatMap((entry) => entry.values)
    if (!expected) this.#wrong.push(`group ${seq} was never stored`)
    else if (expected.length !== values.length) this.#wrong.push(`group ${seq} has ${values.length} values`)
    else if (expected.some((outcome, index) => outcome !== Outcome.NEWEST && outcomes[index] === Outcome.NEWEST))
      this.#wrong.push(`group ${seq} has outcomes ${outcomes.join()}, expected ${expected.join()}`)
  }

  async #append(process: Process): Promise<string> {
    const { engine } = process
    const group = this.#entries.group()
    const expected = this.#model.append(group)
    const added = expected.filter((outcome) => outcome !== Outcome.DUPLICATE)
    if (added.length > 0) this.#outcomes.set(++this.#seq, added)
    const append = async () => {
      await makeRoom(engine)
      return engine.appender.append(group)
    }
    let appended: Appended | undefined
    let hasFailed = false
    // A board sends again until the group is acknowledged.
    while (!appended)
      appended = await engine.serial.run(append).catch((error: unknown) => {
        if (!(error instanceof InjectedFault)) throw error
        hasFailed = true
        return undefined
      })
    if (!hasFailed && !isDeepStrictEqual(Array.from(appended.outcomes), expected))
      this.#wrong.push(`the outcomes ${appended.outcomes.join()} were to be ${expected.join()}`)
    if (added.length > 0) {
      process.handedSeq = this.#seq
      if (appended.seq !== this.#seq) this.#wrong.push(`the group got seq ${appended.seq}, expected ${this.#seq}`)
    }
    for (const deviceKey of new Set(group.map((entry) => entry.deviceKey))) this.#addVersion(deviceKey)
    return `append by the ${engine.role}`
  }

  async #follow({ engine }: Process): Promise<string> {
    await engine.serial.run(() => engine.replication.readLog())
    return `follow by the ${engine.role}`
  }

  async #background(): Promise<string> {
    const { engine } = this.#owner() ?? {}
    await engine?.serial.run(async () => {
      engine.worker.sealWhenDue()
      await engine.worker.step()
    })
    return 'background'
  }

  /** Has the replicas let go of what is compacted. */
  async #poll(): Promise<string> {
    const compacted = (await findCompacted(this.#db))(0)
    for (const { engine } of this.#processes)
      if (engine.role === 'replica') await engine.serial.run(async () => dropCompacted(engine, compacted))
    return 'poll'
  }

  /** Another process becomes the owner. The former one learns of it now, or is a zombie for a while. */
  async #changeHands(): Promise<string> {
    const before = this.#owner()
    const next = this.#processes.find((one) => one !== before)!
    Object.assign(next, await this.#open('owner'))
    if (!before) return 'own'
    this.#zombies.push(before.engine)
    Object.assign(before, await this.#open('replica'))
    return 'change hands'
  }

  /** A process loses its memory. */
  async #restart(process: Process): Promise<string> {
    const { role } = process.engine
    if (role === 'owner' && this.#random() < 0.5) this.#zombies.push(process.engine)
    Object.assign(process, await this.#open(role))
    return `restart of the ${role}`
  }

  /** A former owner continues its work. */
  async #haunt(): Promise<string> {
    const zombie = this.#zombies[this.#entries.below(this.#zombies.length || 1)]
    if (!zombie) return 'nothing'
    try {
      await zombie.serial.run(async () => {
        if (this.#random() < 0.3) await zombie.eraser.erase(this.#entries.device())
        zombie.compaction.seal()
        await zombie.worker.step()
      })
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      this.refused++
    }
    return 'haunt'
  }

  async #remove(): Promise<string> {
    const { engine } = this.#owner() ?? {}
    if (!engine) return 'nothing'
    await engine.serial.run(() => engine.replication.readLog())
    const deviceKey = this.#entries.device()
    const kind = this.#random()
    if (kind < 0.4) {
      await engine.serial.run(() => engine.eraser.erase(deviceKey))
      this.#model.erase(deviceKey)
      this.#addVersion(deviceKey)
      this.#least.set(deviceKey, this.#versions.get(deviceKey)!.length - 1)
      return this.#removed([deviceKey], `erase ${deviceKey}`)
    }
    if (kind < 0.8) {
      const slot = this.#entries.replaceSlot(deviceKey)
      await engine.serial.run(() => engine.eraser.eraseSlot(deviceKey, slot))
      this.#model.eraseSlot(deviceKey, slot)
      return this.#removed([deviceKey], `erase slot ${slot} of ${deviceKey}`)
    }
    this.#keptFrom = this.#entries.forgetOld()
    let cursor: Cursor | undefined = FIRST
    while (cursor) {
      const from: Cursor = cursor
      cursor = (await engine.serial.run(() => dropChunksBefore(this.#keptFrom, from, engine))).next
    }
    return this.#removed([], `drop before ${this.#keptFrom}`)
  }

  /** The replicas learn of an erasure. */
  async #removed(deviceKeys: readonly number[], operation: string): Promise<string> {
    for (const { engine } of this.#processes) {
      if (engine.role !== 'replica') continue
      await engine.serial.run(async () => {
        await refreshErasures(engine)
        for (const deviceKey of deviceKeys) engine.states.forget(deviceKey)
        for (const deviceKey of deviceKeys) engine.late.forget(deviceKey)
      })
    }
    return operation
  }

  #addVersion(deviceKey: number): void {
    const values = this.#model
      .slots(deviceKey)
      .flatMap((slot) => this.#model.raw(deviceKey, slot, 0, Infinity).map(([at, value]) => [slot, at, value] as const))
    this.#versions.get(deviceKey)!.push({ seq: this.#seq, values })
  }

  /** A process sees what each device held at one moment, not before the last row that it has read. */
  async #checkPrefix({ engine }: Process): Promise<void> {
    const lastSeq = engine.lastSeq()
    for (const deviceKey of DEVICES) {
      const versions = this.#versions.get(deviceKey)!
      const from = Math.max(
        versions.findLastIndex(({ seq }) => seq <= lastSeq),
        this.#least.get(deviceKey) ?? 0,
      )
      // Nobody asks for the values of a slot that was erased.
      const slots = this.#model.slots(deviceKey)
      const found = await readAll(engine, deviceKey, { slots, from: this.#keptFrom })
      const seen = sorted([...found].flatMap(([slot, own]) => own.map(([at, value]) => [slot, at, value] as const)))
      const isOne = ({ values }: Version) =>
        isDeepStrictEqual(seen, sorted(values.filter(([slot, at]) => slots.includes(slot) && at >= this.#keptFrom)))
      if (!versions.slice(from).some(isOne))
        this.#wrong.push(`the ${engine.role} at ${lastSeq} sees of ${deviceKey} what it never held`)
    }
  }

  /** A process that has read everything knows everything. */
  async #checkAll(): Promise<void> {
    for (const { engine } of this.#processes) {
      await engine.serial.run(() => engine.replication.readLog())
      await engine.serial.run(async () => {})
      if (engine.lastSeq() !== this.#seq)
        this.#wrong.push(`the ${engine.role} is at ${engine.lastSeq()} of ${this.#seq}`)
      for (const wrong of await differences(engine, this.#model, { from: this.#keptFrom }))
        this.#wrong.push(`${engine.role}: ${wrong}`)
    }
  }
}

function sorted(values: Values): Values {
  return values.toSorted((one, other) => one[0] - other[0] || one[1] - other[1])
}
