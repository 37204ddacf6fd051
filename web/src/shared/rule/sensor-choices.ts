import { boardMetrics, metricById, metricOfSeries, type Metric, type RuleKind, type Series } from '@greenhouse/contract'

/** A sensor of a device that a condition can be on. */
export interface SensorChoice {
  /** The id of its series, or its metric as long as it has none. */
  readonly value: string
  readonly label: string
  readonly metric: Metric
  readonly channel: string
}

/**
 * Returns the sensors of a device in its order, the hidden ones last. A device that has sent nothing yet offers the sensors
 * of a common board as well.
 */
export function sensorChoices(series: readonly Series[], deviceId: string): SensorChoice[] {
  const own = series.filter((one) => one.deviceId === deviceId)
  const choices = own
    .toSorted((one, other) => Number(other.visible) - Number(one.visible))
    .map((one) => ({
      value: one.seriesId,
      label: one.label,
      metric: metricOfSeries(one),
      channel: one.channel,
    }))
  if (own.some(({ newest }) => newest !== null)) return choices
  const lacking = boardMetrics.filter(({ id }) => !own.some(({ metric, channel }) => metric === id && channel === ''))
  return [...choices, ...lacking.map((metric) => ({ value: metric.id, label: metric.label, metric, channel: '' }))]
}

/** Returns the choice that is meant, or the first one. */
export function chosenSensor(choices: readonly SensorChoice[], value: string): SensorChoice {
  const chosen = choices.find((one) => one.value === value) ?? choices[0]
  if (!chosen) throw new Error('A device has no sensors to choose from.')
  return chosen
}

/** Returns the choice of another device that measures the same, or its first one. */
export function sameSensor(choices: readonly SensorChoice[], { metric, channel }: SensorChoice): SensorChoice {
  const same = choices.find((one) => one.metric.id === metric.id && one.channel === channel)
  return same ?? chosenSensor(choices, '')
}

/** What is meant by '' where a device can be chosen as a whole. */
export const WHOLE_DEVICE: SensorChoice = { value: '', label: 'The whole device', metric: metricById(''), channel: '' }

/** What a rule of a kind can be on: sensors, and the whole device when it looks for silence. */
export function choicesFor(kind: RuleKind, series: readonly Series[], deviceId: string): SensorChoice[] {
  const sensors = sensorChoices(series, deviceId)
  return kind === 'silent' ? [WHOLE_DEVICE, ...sensors] : sensors
}

/** Returns what a rule is on: the choice that is meant, or the first one. */
export function sensorOf(
  series: readonly Series[],
  { kind, deviceId, seriesId }: { kind: RuleKind; deviceId: string; seriesId: string },
): SensorChoice {
  return chosenSensor(choicesFor(kind, series, deviceId), seriesId)
}
