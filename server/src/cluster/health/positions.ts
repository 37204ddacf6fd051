import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'

/** `followed`: read by this process; `evaluated`: its owner has stored that the rules were evaluated. */
export type Stage = (typeof STAGES)[number]
const STAGES = ['followed', 'evaluated'] as const

/** Checks without progress after which a partition is released: a minute. */
const STANDING_CHECKS = 12

type PositionOf = (partition: number) => number | Promise<number>

interface Options {
  readonly partitions: number
  /** Returns the last sequence number of a partition. */
  readonly head: (partition: number) => Promise<number>
  /** Each returns the last sequence number that it has reached. */
  readonly stages: Partial<Record<Stage, PositionOf>>
  /** Called after each check that has reached all partitions. */
  readonly onCheck?: (behind: readonly Behind[]) => void
  readonly everyMs?: number
  /** Monotonic milliseconds. */
  readonly clock?: () => number
}

export interface Behind {
  readonly partition: number
  readonly stage: Stage
  readonly rows: number
  /** Age of the oldest waiting row, at most one check too low. */
  readonly seconds: number
  /** Consecutive successful checks with waiting rows and no progress. */
  readonly stoodFor: number
}

export interface Positions {
  behind(): readonly Behind[]
  /** Returns the age of the oldest row that waits for a stage; Infinity before the first check. */
  secondsBehind(stage: Stage): number
  /** Returns whether a stage has reached the end that the log had this many seconds ago. */
  isWithin(seconds: number, stage: Stage, partition: number): boolean
  check(): Promise<void>
  start(): void
  close(): Promise<void>
}

interface Noted {
  readonly partition: number
  readonly stage: Stage
  readonly positionOf: PositionOf
  rows: number
  position: number
  stoodFor: number
  /** When the last answered question for the head was asked. */
  askedAt: number
  /** The first head that is not reached yet. */
  waitsFor: { readonly seq: number; readonly since: number } | undefined
}

/** Compares the positions of this process with the heads of the partitions. */
export function openPositions({
  partitions,
  head,
  stages,
  onCheck = () => {},
  everyMs = 2000,
  clock = () => performance.now(),
}: Options): Positions {
  const notes: Noted[] = []
  const fresh = { rows: 0, position: 0, stoodFor: 0, askedAt: -Infinity, waitsFor: undefined }
  for (let partition = 0; partition < partitions; partition++)
    for (const stage of STAGES) {
      const positionOf = stages[stage]
      if (positionOf) notes.push({ partition, stage, positionOf, ...fresh })
    }
  const byPartition = Map.groupBy(notes, ({ partition }) => partition)
  let hasLooked = false

  async function check(): Promise<void> {
    const checks = await Promise.allSettled(Array.from(byPartition, checkPartition))
    for (const one of checks) if (one.status === 'rejected') throw one.reason
    hasLooked = true
    onCheck(behind())
  }

  async function checkPartition([partition, own]: readonly [number, readonly Noted[]]): Promise<void> {
    const askedAt = clock()
    const waiting = new Set(own)
    try {
      const end = await head(partition)
      for (const note of own) {
        compare(note, { position: await note.positionOf(partition), end, now: clock() })
        note.askedAt = askedAt
        waiting.delete(note)
      }
    } finally {
      for (const note of waiting) note.stoodFor = 0
    }
  }

  const secondsOf = ({ waitsFor }: Noted) => (waitsFor ? (clock() - waitsFor.since) / 1000 : 0)
  const behind = () => notes.map((note) => ({ ...note, seconds: secondsOf(note) }))
  const job = openPeriodicJob(check, { everyMs, runsAtStart: true, onError: () => {} })
  return {
    behind,
    secondsBehind(stage) {
      if (!hasLooked) return Infinity
      return Math.max(0, ...notes.filter((note) => note.stage === stage).map(secondsOf))
    },
    isWithin(seconds, stage, partition) {
      const note = byPartition.get(partition)?.find((one) => one.stage === stage)
      return note !== undefined && Math.max((clock() - note.askedAt) / 1000, secondsOf(note)) <= seconds
    },
    check: () => job.runNow(),
    start: () => job.start(),
    close: () => job.close(),
  }
}

function compare(
  note: Noted,
  { position, end, now }: { readonly position: number; readonly end: number; readonly now: number },
): void {
  const isStanding = position < end && position === note.position
  note.stoodFor = isStanding ? note.stoodFor + 1 : 0
  note.position = position
  note.rows = Math.max(end - position, 0)
  if (note.rows === 0) note.waitsFor = undefined
  else if (!note.waitsFor || position >= note.waitsFor.seq) note.waitsFor = { seq: end, since: now }
}

interface ProgressWatchOptions {
  readonly log: { error(line: object): void }
  readonly owned: () => readonly number[]
  readonly lose: (partition: number) => Promise<void>
  /** Returns the partitions that wait for an operator to check their dead letters. */
  readonly stopped: () => readonly number[]
}

export interface ProgressWatch {
  /** Releases since the start. */
  readonly givenBack: number
  check(behind: readonly Behind[]): void
}

/** Releases partitions without progress, so that their next owner restarts the evaluation. */
export function openProgressWatch({ owned, lose, log, stopped }: ProgressWatchOptions): ProgressWatch {
  let givenBack = 0
  return {
    get givenBack() {
      return givenBack
    },
    check(behind) {
      const own = new Set(owned().filter((partition) => !stopped().includes(partition)))
      for (const { partition, stage, rows, stoodFor } of behind) {
        if (stage !== 'evaluated' || !isDue(stoodFor) || !own.has(partition)) continue
        givenBack++
        log.error({ event: 'partition.standing', partition, rows })
        void lose(partition)
      }
    },
  }
}

/** Waits twice as long each time: a slow owner catches up. */
const isDue = (stoodFor: number) =>
  stoodFor >= STANDING_CHECKS && Number.isInteger(Math.log2(stoodFor / STANDING_CHECKS))
