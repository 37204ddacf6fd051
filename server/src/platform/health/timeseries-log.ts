import type { Log } from '../log.ts'
import type { EngineOptions } from '@greenhouse/timeseries'

export function logTimeSeries(log: Log): Required<Pick<EngineOptions, 'onError' | 'onDamaged'>> {
  return {
    onError: (error) => log.error({ event: 'readings.compaction-failed', err: error }),
    onDamaged: ({ deviceKey, fromAt, toAt, lost }) =>
      log.error({ event: 'chunk.damaged', deviceKey, from: isoOf(fromAt), to: isoOf(toAt), values: lost }),
  }
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}
