import { boardMetrics, metricById, metricOfSeries, type Metric, type RuleKind, type Series } from '@greenhouse/contract'

export interface SensorChoice {
  /** The id of its series, or its metric if it has none yet. */
  readonly value: string
  readonly label: string
  readonly metric: Metric
  readonly channel: string
}

/** Sorts hidden sensors last. A device without readings offers those of a common board, a plant does not. */
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
  if (own.some(({ newest, plant }) => newest !== null || plant !== undefined)) return choices
  const lacking = boardMetrics.filter(({ id }) => !own.some(({ metric, channel }) => metric === id && channel === ''))
  return [...choices, ...lacking.map((metric) => ({ value: metric.id, label: metric.label, metric, channel: '' }))]
}

export function chosenSensor(choices: readonly SensorChoice[], value: string): SensorChoice {
  const chosen = choices.find((one) => one.value === value) ?? choices[0]
  if (!chosen) throw new Error('A device has no sensors to choose from.')
  return chosen
}

/** Returns the choice with the same metric and channel, or else the first one. */
export function sameSensor(choices: readonly SensorChoice[], { metric, channel }: SensorChoice): SensorChoice {
  const same = choices.find((one) => one.metric.id === metric.id && one.channel === channel)
  return same ?? chosenSensor(choices, '')
}

/** The choice '' means the whole device. */
export const WHOLE_DEVICE: SensorChoice = { value: '', label: 'The whole device', metric: metricById(''), channel: '' }

/** Returns sensors, and the whole device for rules on silence. */
export function choicesFor(kind: RuleKind, series: readonly Series[], deviceId: string): SensorChoice[] {
  const sensors = sensorChoices(series, deviceId)
  return kind === 'silent' ? [WHOLE_DEVICE, ...sensors] : sensors
}

export function sensorOf(
  series: readonly Series[],
  { kind, deviceId, seriesId }: { kind: RuleKind; deviceId: string; seriesId: string },
): SensorChoice {
  return chosenSensor(choicesFor(kind, series, deviceId), seriesId)
}
