/** A scale of temperatures from the left, or from the bottom. */
export interface Scale {
  readonly low: number
  readonly high: number
}

const FROST = 0
/** Winter half of the year, when a scale always shows the frost line; months from 1. */
const FROST_FROM = 10
const FROST_TO = 5

/** Returns a scale for values, rounded out to steps of °C. `isWinter`: it holds 0 °C. */
export function scaleOf(values: readonly number[], step: number, isWinter = false): Scale {
  const all = isWinter ? [...values, FROST] : values
  const low = Math.floor(Math.min(...all) / step) * step
  const high = Math.ceil(Math.max(...all) / step) * step
  return { low, high: high > low ? high : low + step }
}

/** Returns where a value is on a scale, in percent. */
export function percentOn({ low, high }: Scale, value: number): number {
  return ((value - low) / (high - low)) * 100
}

export function holdsFrost({ low, high }: Scale): boolean {
  return low <= FROST && high >= FROST
}

/** Returns whether frost is usual in the month of a date, `2026-11-20`, north of the equator. */
export function isWinter(date: string): boolean {
  const month = Number(date.slice(5, 7))
  return month >= FROST_FROM || month <= FROST_TO
}
