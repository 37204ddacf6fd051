import { isMissing, type HistoryRecord, type BoardMetric } from '@greenhouse/contract'

/** The lowest and the highest value of a metric in the records, in its unit; undefined when there is none. */
export function extremesOf(
  records: readonly HistoryRecord[],
  metric: BoardMetric,
): { min: number; max: number } | undefined {
  const of = (value: number | null | undefined) => (isMissing(metric, value) ? [] : [value])
  const all = records.flatMap((record) => [
    ...of(record[metric.id]),
    ...of(record.min?.[metric.id]),
    ...of(record.max?.[metric.id]),
  ])
  return all.length === 0 ? undefined : { min: Math.min(...all), max: Math.max(...all) }
}
