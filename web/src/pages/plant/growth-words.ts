import {
  goalReachedAt,
  metricById,
  shownDifferenceOf,
  type LightSource,
  type PlantDegreeDays,
  type PlantLight,
} from '@greenhouse/contract'
import { formatNumber, formatShortDate, formatTime, withUnit } from '../../lib/format.ts'
import { shownNumber, shownUnit } from '../../shared/metric/show-value.ts'

const LIGHT_UNIT = 'mol/m²'
const WHOLE_DAY_HOURS = 18
const TEMPERATURE = metricById('temperature')

const SOURCES: Readonly<Record<LightSource, string>> = {
  sun: 'sun',
  led: 'LED',
  hps: 'HPS',
  fluorescent: 'fluorescent',
}

/** Returns `from lux, sun`. */
export function sensorWords({ metric, source }: Pick<PlantLight, 'metric' | 'source'>): string {
  if (metric === 'ppfd') return 'from PPFD'
  if (metric === 'solarRadiation') return 'from solar radiation'
  return `from lux, ${SOURCES[source ?? 'sun']}`
}

/** Returns `18,4 of 25 mol/m²`. */
export function sumWords(sum: number, goal: number | null): string {
  const known = formatNumber(sum, 1)
  return withUnit(goal === null ? known : `${known} of ${goalNumber(goal)}`, LIGHT_UNIT)
}

/** Returns `25 at about 17.10`, `6,6 to go`, or `25 reached`; `so far` without a goal. */
export function paceWords({ sum, perHour, at, endsAt, knownHours }: PlantLight['today'], goal: number | null): string {
  if (goal === null) return knownHours < WHOLE_DAY_HOURS ? 'so far' : ''
  if (sum >= goal) return `${goalNumber(goal)} reached`
  const reached = goalReachedAt({ sum, perHour, at: Date.parse(at) }, goal, Date.parse(endsAt))
  if (reached === undefined) return `${formatNumber(goal - sum, 1)} to go`
  return `${goalNumber(goal)} at about ${formatTime(Math.round(reached / ABOUT_MS) * ABOUT_MS)}`
}

/** Times that are about right are shown in tens of minutes. */
const ABOUT_MS = 600_000

function goalNumber(goal: number): string {
  return formatNumber(goal, Number.isInteger(goal) ? 0 : 1)
}

/** Returns the degree days in the unit of the person, and `since 12/03, from 10 °C, at most 30 °C`. */
export function degreeWords(degrees: PlantDegreeDays, celsius: boolean): { sum: string; facts: string[] } {
  const unit = shownUnit(TEMPERATURE, celsius)
  const bound = (value: number) => withUnit(formatNumber(shownNumber(TEMPERATURE, value, celsius), 0), unit)
  const { leftOut, since, base, top } = degrees
  const days = leftOut === 1 ? 'One day' : `${leftOut} days`
  return {
    sum: formatNumber(shownDifferenceOf(TEMPERATURE, celsius).fromStored(degrees.sum), 0),
    facts: [
      `since ${formatShortDate(`${since}T12:00:00`)}, from ${bound(base)}, at most ${bound(top)}`,
      ...(leftOut > 0 ? [`${days} with less than 18 hours of readings left out`] : []),
    ],
  }
}
