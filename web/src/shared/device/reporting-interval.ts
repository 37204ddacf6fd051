import { largestEvenUnit, WAIT_TIME_MIN, waitTimeFault, waitTimeUnits, type WaitTimeUnit } from '@greenhouse/contract'

export interface TypedInterval {
  readonly amount: string
  readonly unit: WaitTimeUnit['name']
}

/** Converts to the largest unit with an amount of at least ten. */
export function typedInterval(seconds: number): TypedInterval {
  return inUnit(seconds, largestEvenUnit(seconds, WAIT_TIME_MIN))
}

/** Returns the seconds as text for the wire, or an error. The `current` seconds are valid if unchanged. */
export function parseInterval(typed: TypedInterval, current?: number): { seconds: string } | { fault: string } {
  if (current !== undefined && isSame(typed, typedInterval(current))) return { seconds: String(current) }
  const unit = unitByName(typed.unit)
  const number = /^\d{1,9}$/.test(typed.amount.trim()) ? Number(typed.amount) : Number.NaN
  const fault = waitTimeFault(number, unit)
  return fault === undefined ? { seconds: String(number * unit.seconds) } : { fault }
}

/** Returns the words after "every": `10 minutes`, `90 seconds`, `week`. */
export function longIntervalWords(seconds: number): string {
  const { amount, unit } = inUnit(seconds, largestEvenUnit(seconds, 1))
  return amount === '1' ? unit.toLowerCase() : `${amount} ${unit.toLowerCase()}s`
}

function inUnit(seconds: number, unit: WaitTimeUnit): TypedInterval {
  return { amount: String(seconds / unit.seconds), unit: unit.name }
}

function isSame(one: TypedInterval, other: TypedInterval): boolean {
  return one.amount.trim() === other.amount && one.unit === other.unit
}

function unitByName(name: WaitTimeUnit['name']): WaitTimeUnit {
  const unit = waitTimeUnits.find((one) => one.name === name)
  if (!unit) throw new Error(`No unit has the name ${name}.`)
  return unit
}
