import { toFahrenheit, type Limit, type Metric } from '@greenhouse/contract'
import { DAY_MS } from '@greenhouse/contract'

export interface Crossing {
  readonly deviceName: string
  readonly metric: Metric
  readonly limit: Limit
  /** In the metric's own unit. */
  readonly value: number
}

/** What a person is told of a crossed limit: `Temperature in Tomato house is 31,2 °C, above your limit of 28 °C.` */
export function crossingText({ deviceName, metric, limit, value }: Crossing, celsius: boolean): string {
  const fahrenheit = metric.id === 'temperature' && !celsius
  const unit = fahrenheit ? '°F' : metric.unit
  const shown = (number: number, least: number, most: number) =>
    new Intl.NumberFormat('da-DK', { minimumFractionDigits: least, maximumFractionDigits: most }).format(
      fahrenheit ? toFahrenheit(number) : number,
    )
  const where = limit.operator === '>=' ? 'at or above' : 'at or below'
  // One decimal more than usual where a rounded value would seem to lie on the other side of its limit.
  const decimals = Math.abs(value - limit.threshold) < 0.1 ? 2 : metric.decimals
  const now = shown(value, Math.min(metric.decimals, decimals), decimals)
  return `${metric.label} in ${deviceName} is ${now} ${unit}, ${where} your limit of ${shown(limit.threshold, 0, 2)} ${unit}.`
}

/** What a person is told of a plant that is due: `Sweet basil needs water. It was last watered 7 days ago.` */
export function dueText(plantName: string, lastWateredAt: number | null, now: number): string {
  if (lastWateredAt === null) return `${plantName} needs water. It has not been watered yet.`
  const days = Math.floor((now - lastWateredAt) / DAY_MS)
  if (days < 1) return `${plantName} needs water. It was last watered today.`
  return `${plantName} needs water. It was last watered ${days === 1 ? 'a day' : `${days} days`} ago.`
}
