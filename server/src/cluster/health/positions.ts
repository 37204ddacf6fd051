import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'

/**
 * Positions in a partition: this process has read it (`followed`), or its owner has stored that rules were evaluated
 * (`evaluated`).
 */
export type Stage = 'followed' | 'evaluated'

type PositionOf = (partition: number) => number | Promise<number>

interface Options {
  readonly partitions: number
  /** Returns the last seq of a partition, asked of the log itself. */
  readonly head: (partition: number) => Promise<number>
  /** Each returns up to which seq of a partition it has come. */
  readonly stages: Partial<Record<Stage, PositionOf>>
  /** Called after each check that has seen everything. */
  readonly onCheck?: (behind: readonly Behind[]) => void
  readonly everyMs?: number
  /** Milliseconds that only go forward. */
  readonly clock?: () => number
}

export interface Behind {
  readonly partition: number
  readonly stage: Stage
  /** How many rows of the log are after the position. */
  readonly rows: number
  /** For how long a row that is there has waited. At most the time between two checks too little. */
  readonly seconds: number
  /** How many checks in a row, without one that failed, have found rows after the position, and the position where it was. */
  readonly stoodFor: number
}

export interface Positions {
  /** As found with the last check. */
  behind(): readonly Behind[]
  /** The longest that a row has waited for one of the stages; Infinity when the log was never read. */
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
  rows: number
  position: number
  stoodFor: number
  /** When the log was asked last where the partition ends, and has answered. */
  askedAt: number
  /** The first head that was seen and is not reached yet. */
  waitsFor: { readonly seq: number; readonly since: number } | undefined
}

/** Compares how far this process is in each partition with the end of the log. */
export function openPositions({
  partitions,
  head,
  stages,
  onCheck = () => {},
  everyMs = 2000,
  clock = () => performance.now(),
}: Options): Positions {
  const notes: Noted[] = []
  const wanted = Object.entries(stages) as Array<[Stage, PositionOf]>
  const fresh = { rows: 0, position: 0, stoodFor: 0, askedAt: -Infinity, waitsFor: undefined }
  for (let partition = 0; partition < partitions; partition++)
    for (const [stage] of wanted) notes.push({ partition, stage, ...fresh })
  const byPartition = Map.groupBy(notes, ({ partition }) => partition)
  let hasLooked = false

  async function check(): Promise<void> {
    // A partition that does not answer keeps nobody from knowing of the others.
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
        compare(note, { position: await stages[note.stage]!(partition), end, now: clock() })
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
