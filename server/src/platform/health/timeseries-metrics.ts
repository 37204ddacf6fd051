import type { Metrics } from '../metrics.ts'
import type { TimeSeries } from '@greenhouse/timeseries'

/** Publishes how much of the log of values waits for its way into chunks. */
export function watchTimeSeries({ watch }: Metrics, { gauges }: Pick<TimeSeries, 'gauges'>): void {
  watch('series_log_bytes', 'Bytes of the log of values that are in memory', 'gauge', () => gauges().logBytes)
  watch(
    'series_waiting_values',
    'Values that are in the log and in no chunk yet',
    'gauge',
    () => gauges().waitingValues,
  )
  watch('series_backlog_devices', 'Devices whose values are being moved to chunks', 'gauge', () => gauges().backlog)
  watch(
    'series_uncovered_devices',
    'Devices whose long charts wait for coarse summaries',
    'gauge',
    () => gauges().uncovered,
  )
  watch(
    'series_damaged_chunks',
    'Chunks that could not be read and were set aside',
    'gauge',
    () => gauges().damagedChunks,
  )
}
