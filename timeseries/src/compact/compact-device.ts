import type { Tx } from '../base/database.ts'
import type { StoredChunk } from '../stores/chunk-store.ts'
import { ColumnBuilder } from '../codec/columns.ts'
import type { DeviceState } from '../memory/device-state.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Limits } from '../base/limits.ts'
import type { DeviceMarker } from '../stores/marker-store.ts'
import { ChunkMerge } from './merge.ts'
import type { Memtable } from '../memory/memtable.ts'

interface Options {
  readonly memtable: Memtable
  readonly erasures: Erasures
  readonly limits: Limits
  readonly last?: StoredChunk | undefined
}

/**
 * Moves the oldest entries of a device, up to a seq, from the log to its chunks: whole rows up to `stepValues`. Returns
 * the marker to store in the same transaction.
 *
 * Values scattered over many chunks take several steps. The next one takes exactly the same rows, without values older
 * than `partAt`: newer rows may hold values from before it.
 */
export async function compactDevice(
  tx: Tx,
  state: DeviceState,
  uptoSeq: number,
  { memtable, erasures, limits, last }: Options,
): Promise<DeviceMarker> {
  const { deviceKey, partSeq } = state
  const builder = new ColumnBuilder()
  const limitSeq = partSeq > 0 ? partSeq : uptoSeq
  const isErasing = erasures.hasAny(deviceKey)
  let takenSeq = state.uptoSeq
  let reachedSeq = limitSeq
  let taken = 0
  memtable.walk(deviceKey, state, ({ at, count, slots, values }, seq) => {
    if (seq > limitSeq) return false
    if (partSeq === 0 && taken >= limits.stepValues && seq > takenSeq) {
      reachedSeq = takenSeq
      return false
    }
    takenSeq = seq
    taken += count
    for (let index = 0; index < count; index++)
      if (!isErasing || !erasures.has(deviceKey, slots[index]!, seq)) builder.add(slots[index]!, at, values[index]!)
    return true
  })
  const merge = new ChunkMerge(tx, deviceKey, limits)
  const leftFrom = await merge.merge(builder.build(), last)
  const marker =
    leftFrom === undefined
      ? { uptoSeq: reachedSeq, partSeq: 0, partAt: 0 }
      : { uptoSeq: state.uptoSeq, partSeq: reachedSeq, partAt: leftFrom }
  return { deviceKey, ...marker, newest: state.newest(), n: state.n + merge.n, bytes: state.bytes + merge.bytes }
}
