import { toFahrenheit } from '@greenhouse/contract'
import { formatNumber } from '../../lib/format.ts'

/** Returns `4,8` and `°C` in the preferred unit, or N/A. `value` in °C. */
export function showOutdoor(value: number | null | undefined, celsius: boolean): { text: string; unit: string } {
  if (value === null || value === undefined) return { text: 'N/A', unit: '' }
  return { text: formatNumber(celsius ? value : toFahrenheit(value), 1), unit: celsius ? '°C' : '°F' }
}

export function showWhole(value: number | null | undefined, unit: string): { text: string; unit: string } {
  if (value === null || value === undefined) return { text: 'N/A', unit: '' }
  return { text: formatNumber(value, 0), unit }
}
