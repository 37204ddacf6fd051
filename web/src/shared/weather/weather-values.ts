import { toFahrenheit } from '@greenhouse/contract'
import { formatNumber } from '../../lib/format.ts'

/** A temperature of the weather service, °C, in the preferred unit: `4,8` and `°C`; N/A when it is missing. */
export function showOutdoor(value: number | null | undefined, celsius: boolean): { text: string; unit: string } {
  if (value === null || value === undefined) return { text: 'N/A', unit: '' }
  return { text: formatNumber(celsius ? value : toFahrenheit(value), 1), unit: celsius ? '°C' : '°F' }
}

/** A whole number with its unit, such as a chance of rain. */
export function showWhole(value: number | null | undefined, unit: string): { text: string; unit: string } {
  if (value === null || value === undefined) return { text: 'N/A', unit: '' }
  return { text: formatNumber(value, 0), unit }
}
