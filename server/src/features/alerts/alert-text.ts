import { shownUnitOf, type Limit, type Metric } from '@greenhouse/contract'
import { DAY_MS } from '@greenhouse/contract'

export interface Crossing {
  readonly deviceName: string
  readonly metric: Metric
  readonly limit: Limit
  /** In the metric's own unit. */
  readonly value: number
  /** How many times it came to that in the readings that were looked at together. */
  readonly times: number
}

/**
 * The text of an alert about a crossed limit: `Temperature in Tomato house is 31,2 °C, at or above your limit of 28 °C.`
 * It is stored once for all clients, so its numbers are Danish whatever format the person has chosen for the web app. A
 * no-break space joins number and unit.
 */
export function crossingText({ deviceName, metric, limit, value, times }: Crossing, celsius: boolean): string {
  const { unit, fromStored } = shownUnitOf(metric, celsius)
  const shown = (number: number, least: number, most: number) =>
    `${danishNumber(fromStored(number), least, most)}\u00a0${unit}`
  const where = limit.operator === '>=' ? 'at or above' : 'at or below'
  // One decimal more than usual where a rounded value would seem to lie on the other side of its limit.
  const decimals = Math.abs(value - limit.threshold) < 0.1 ? 2 : metric.decimals
  const now = shown(value, Math.min(metric.decimals, decimals), decimals)
  const crossed = `${metric.label} in ${deviceName} is ${now}, ${where} your limit of ${shown(limit.threshold, 0, 2)}.`
  return times === 1 ? crossed : `${crossed} It came to that ${times} times in readings that arrived together.`
}

/** `1.013,2`, or `−3,5` with a minus sign; never `−0`. */
function danishNumber(number: number, least: number, most: number): string {
  const format = { minimumFractionDigits: least, maximumFractionDigits: most, signDisplay: 'negative' } as const
  return new Intl.NumberFormat('da-DK', format).format(number).replace('-', '\u2212')
}

/** The text of the one entry for so many alerts that nobody would read them one by one. */
export function manyText(count: number): string {
  const came = count === 1 ? 'One more alert came' : `${count} more alerts came`
  return `${came} within the same minute, too many to list one by one. Look at your alert conditions.`
}

/** The text of an alert about a plant that is due: `Sweet basil needs water. It was last watered 7 days ago.` */
export function dueText(plantName: string, lastWateredAt: number | null, now: number): string {
  if (lastWateredAt === null) return `${plantName} needs water. It has not been watered yet.`
  const days = Math.floor((now - lastWateredAt) / DAY_MS)
  if (days < 1) return `${plantName} needs water. It was last watered today.`
  return `${plantName} needs water. It was last watered ${days === 1 ? 'a day' : `${days} days`} ago.`
}
