import { genericMetric, metrics } from '@greenhouse/contract'
import { channelText } from '../../series/names/channel-text.ts'
import { SensorNames } from '../../series/names/sensor-names.ts'

export interface SensorId {
  readonly metric: string
  readonly channel: string
}

const names = new SensorNames()

/**
 * Returns the sensor of a Home Assistant entity: the metric of its device class, by the first of its names that means
 * one of that class, otherwise by its first name. An entity without a class is read by its names.
 * @param entityNames most specific first
 */
export function sensorOfEntity(deviceClass: string | undefined, entityNames: readonly string[]): SensorId | undefined {
  const meant = entityNames.flatMap((name) => names.of(name) ?? [])
  const ofClass = deviceClass === undefined ? [] : metrics.filter((metric) => metric.deviceClass?.includes(deviceClass))
  const [usual] = ofClass
  const named = usual
    ? meant.find(({ metric }) => ofClass.includes(metric))
    : (meant.find(({ metric }) => metric !== genericMetric) ?? meant[0])
  if (named) return { metric: named.metric.id, channel: named.channel }
  const channel = entityNames.map((name) => channelText(name.toLowerCase())).find((text) => text !== undefined)
  return usual ? { metric: usual.id, channel: channel ?? '' } : undefined
}
