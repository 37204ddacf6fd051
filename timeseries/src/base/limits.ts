/** Sizes of the engine. Tests use tiny ones to pass every boundary with a few values. */
export interface Limits {
  readonly segmentBytes: number
  readonly segmentMs: number
  readonly slabBytes: number
  /** A device with this number of waiting values is compacted at once, to keep reads of it short. */
  readonly hotValues: number
  readonly stepValues: number
  readonly stepWrites: number
  /** A step that has held the thread for this long takes no further device. */
  readonly stepMs: number
  readonly chunkValues: number
  /**
   * A chunk with at most `openValues` takes any values that follow it, a larger one only at least an `openShare`th of
   * its size. This bounds how often a value is rewritten.
   */
  readonly openValues: number
  readonly openShare: number
  /** A chunk with more parts is rewritten as one, as is a finished chunk whose parts are smaller on average. */
  readonly chunkParts: number
  readonly partValues: number
  readonly coarseChunks: number
  /** Bytes of the log, and chunks of an erased device, that one step removes. */
  readonly purgeBytes: number
  readonly eraseChunks: number
  readonly devices: number
  /** Chunks whose times are cached to recognise late duplicates. */
  readonly lateChunks: number
  /** How long a read waits for earlier appends of other processes. */
  readonly readMs: number
  /** How long a replaced engine may take to read what its successor has read. */
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
