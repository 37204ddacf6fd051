import type { Db } from '../base/database.ts'
import {
  ChunkPoints,
  type ChunkPointsOptions,
  type CoarseOptions,
  UnreadableSummaryError,
  type UnreadableSummaries,
} from './chunk-points.ts'
import type { DeviceReader } from './device-reader.ts'
import { gridOf } from '../codec/point-sums.ts'
import { withoutRepeated } from '../stores/repeated.ts'
import type { Buckets, PointsRange } from '../base/types.ts'

export interface PointsQuery {
  readonly deviceKey: number
  readonly slots: readonly number[]
  readonly range: PointsRange
}

/**
 * Returns counts, means, lowest and highest values by points. Reads summaries, and values only where a bucket lies
 * across two points or an end of the range.
 */
export async function readPoints(
  reader: DeviceReader,
  { deviceKey, slots, range }: PointsQuery,
  coarse: CoarseOptions,
): Promise<Buckets[]> {
  const wanted = new Set(slots)
  const grid = gridOf(range)
  const options = { deviceKey, slots: wanted, grid, suspectChunks: reader.suspectChunks, ...coarse }
  const seen = await reader.view(deviceKey, wanted, range).read(async (db, isHidden, memtable) => {
    if (isHidden) return { points: emptyPoints(db, options), memtable }
    const points = await readChunks(db, options)
    return { points, memtable: reader.mayRepeat ? await withoutRepeated(db, deviceKey, memtable) : memtable }
  })
  const { points, memtable } = seen.chunks
  points.addColumns(memtable, grid)
  return points.buckets()
}

type Options = Omit<ChunkPointsOptions, 'unreadable'>

/** Starts again at each damaged summary, whose first buckets may have been added, and reads its chunks instead. */
async function readChunks(db: Db, options: Options): Promise<ChunkPoints> {
  const unreadable: UnreadableSummaries = { chunks: new Set(), coarse: new Set() }
  while (true) {
    const points = new ChunkPoints(db, { ...options, unreadable })
    try {
      await points.read()
      return points
    } catch (error) {
      if (!(error instanceof UnreadableSummaryError)) throw error
      unreadable[error.kind].add(error.fromAt)
      options.suspectChunks.add({ deviceKey: options.deviceKey, fromAt: error.fromAt, toAt: error.toAt })
    }
  }
}

function emptyPoints(db: Db, options: Options): ChunkPoints {
  return new ChunkPoints(db, { ...options, unreadable: { chunks: new Set(), coarse: new Set() } })
}
