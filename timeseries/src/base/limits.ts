/** Sizes of the engine. Tests use tiny ones, so that a few values pass every boundary. */
export interface Limits {
  /** A segment of the log is compacted into chunks when it reaches this size or this age. */
  readonly segmentBytes: number
  readonly segmentMs: number
  /** The memory of a segment grows by slabs of this size. */
  readonly slabBytes: number
  /** A device with this number of waiting values is compacted at once, so that its memtable stays short to read. */
  readonly hotValues: number
  /** A step takes about `stepValues` values of a device from the log, and writes `stepWrites` of its chunks at most. */
  readonly stepValues: number
  readonly stepWrites: number
  /** A step of compaction that has held the thread for this long takes no further device. */
  readonly stepMs: number
  /** The most values of a chunk. */
  readonly chunkValues: number
  /**
   * A chunk with at most `openValues` takes whatever follows it; a larger one only what is at least the `openShare`th part
   * of it. So a value is rewritten a bounded number of times.
   */
  readonly openValues: number
  readonly openShare: number
  /** A chunk of more parts is rewritten as one, as is a finished chunk whose parts have fewer values on average. */
  readonly chunkParts: number
  readonly partValues: number
  /** How many chunks one coarse summary stands for. */
  readonly coarseChunks: number
  /** How many bytes of the log are removed at once, and how many chunks of an erased device. */
  readonly purgeBytes: number
  readonly eraseChunks: number
  /** How many devices are kept in memory. */
  readonly devices: number
  /** How many chunks' times are kept for the recognition of late duplicates. */
  readonly lateChunks: number
  /** How long a read waits for what others have appended before it. */
  readonly readMs: number
  /** How long an engine that is replaced may take to have read what the new one has. */
  readonly swapMs: number
}

export const LIMITS: Limits = {
  segmentBytes: 64 * 1024 * 1024,
  segmentMs: 6 * 3_600_000,
  slabBytes: 4 * 1024 * 1024,
  hotValues: 8192,
  stepValues: 4096,
  stepWrites: 4,
  stepMs: 2,
  chunkValues: 16_384,
  openValues: 4096,
  openShare: 8,
  chunkParts: 16,
  partValues: 1024,
  coarseChunks: 32,
  purgeBytes: 256 * 1024,
  eraseChunks: 64,
  devices: 200_000,
  lateChunks: 32,
  readMs: 1000,
  swapMs: 2000,
}
