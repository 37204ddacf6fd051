import { isMissing, type Metric, type SeriesHistory } from '@greenhouse/contract'

/** The lowest and the highest value of a history, in the unit of its metric; undefined when there is none. */
export function extremesOf(
  { mean, min = mean, max = mean }: Pick<SeriesHistory, 'mean' | 'min' | 'max'>,
  metric: Pick<Metric, 'zeroIsMissing'>,
): { min: number; max: number } | undefined {
  const isThere = (value: number) => !isMissing(metric, value)
  const [lows, highs] = [min.filter(isThere), max.filter(isThere)]
  return lows.length === 0 ? undefined : { min: Math.min(...lows), max: Math.max(...highs) }
}
