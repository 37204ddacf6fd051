export type Dimension = 'temperature' | 'degreeDays' | 'pressure' | 'speed' | 'length'

export interface ShownUnit {
  readonly unit: string
  readonly fromStored: (value: number) => number
  readonly toStored: (shown: number) => number
}

export function toFahrenheit(celsius: number): number {
  return (celsius * 9) / 5 + 32
}

export function toCelsius(fahrenheit: number): number {
  return ((fahrenheit - 32) * 5) / 9
}

const FAHRENHEIT: ShownUnit = { unit: '°F', fromStored: toFahrenheit, toStored: toCelsius }
const FAHRENHEIT_DIFFERENCE: ShownUnit = {
  unit: '°F',
  fromStored: (value) => (value * 9) / 5,
  toStored: (shown) => (shown * 5) / 9,
}
const FAHRENHEIT_DAYS: ShownUnit = { ...FAHRENHEIT_DIFFERENCE, unit: '°F·d' }

export function shownUnitOf(
  { unit, dimension }: { readonly unit: string; readonly dimension?: Dimension | undefined },
  celsius: boolean,
): ShownUnit {
  if (dimension === 'temperature' && !celsius) return FAHRENHEIT
  if (dimension === 'degreeDays' && !celsius) return FAHRENHEIT_DAYS
  return { unit, fromStored: unchanged, toStored: unchanged }
}

/** Without the offset between the scales. */
export function shownDifferenceOf(
  metric: { readonly unit: string; readonly dimension?: Dimension | undefined },
  celsius: boolean,
): ShownUnit {
  const shown = shownUnitOf(metric, celsius)
  return shown === FAHRENHEIT ? FAHRENHEIT_DIFFERENCE : shown
}

function unchanged(value: number): number {
  return value
}
