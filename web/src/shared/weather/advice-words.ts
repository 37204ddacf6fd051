import type { Advice } from '@greenhouse/contract'
import { formatNumber, formatTime, withUnit } from '../../lib/format.ts'
import { showOutdoor } from './weather-values.ts'

/** Returns `Frost tonight in Cold frame: −1,8 °C about 05.00`, or `It has rained 7 mm in Bed: count as watered?` */
export function adviceTitle({ kind, placeName, value, at }: Advice, celsius: boolean): string {
  if (kind === 'rain')
    return `It has rained ${withUnit(formatNumber(value, 0), 'mm')} in ${placeName}: count as watered?`
  const { text, unit } = showOutdoor(value, celsius)
  const extreme = `${withUnit(text, unit)} about ${formatTime(at)}`
  if (kind === 'ground-frost') return `Ground frost possible in ${placeName} tonight: ${extreme}`
  return `${kind === 'frost' ? 'Frost tonight' : 'Heat today'} in ${placeName}: ${extreme}`
}

/** Returns `3 plants at risk:` before their names; for rain those that it fell on. */
export function riskWords({ kind, plants }: Advice): string {
  const count = `${plants.length} ${plants.length === 1 ? 'plant' : 'plants'}`
  return kind === 'rain' ? `${count}:` : `${count} at risk:`
}

export function remedyWords({ kind }: Advice): string | undefined {
  if (kind === 'rain') return undefined
  return kind === 'heat' ? 'Shade and air.' : 'Bring in or cover.'
}
