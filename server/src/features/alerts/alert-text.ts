import { DAY_MS, shownUnitOf, type Metric, type RuleLimit } from '@greenhouse/contract'

export interface Crossing {
  readonly deviceName: string
  /** What the series is called. */
  readonly label: string
  /** With the unit of the series. */
  readonly metric: Metric
  readonly rule: RuleLimit
  /** In the metric's own unit. */
  readonly value: number
  /** How many times it came to that in the readings that were looked at together. */
  readonly times: number
}

/** Decimals of a limit, and of a value so near to it that a rounded one would seem to lie on its other side. */
const EXACT_DECIMALS = 2

/**
 * The text of an alert about a crossed limit: `Temperature in Tomato house is 31,2 °C, at or above your limit of 28 °C.`
 * It is stored once for all clients, so its numbers are Danish whatever format the person has chosen for the web app. A
 * no-break space joins number and unit.
 */
export function crossingText({ deviceName, label, metric, rule, value, times }: Crossing, celsius: boolean): string {
  const { unit, fromStored } = shownUnitOf(metric, celsius)
  const shown = (number: number, least: number, most: number) =>
    `${danishNumber(fromStored(number), least, most)}${unit === '' ? '' : `\u00a0${unit}`}`
  const exact = Math.max(metric.decimals, EXACT_DECIMALS)
  const most = Math.abs(value - rule.limit) < 0.1 ? exact : metric.decimals
  const now = shown(value, metric.isGeneric === true ? 0 : metric.decimals, most)
  const where = rule.kind === 'above' ? 'at or above' : 'at or below'
  const crossed = `${label} in ${deviceName} is ${now}, ${where} your limit of ${shown(rule.limit, 0, exact)}.`
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
