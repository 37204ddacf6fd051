import { largestEvenUnit, WAIT_TIME_MIN, waitTimeFault, waitTimeUnits, type WaitTimeUnit } from '@greenhouse/contract'

export interface WaitTime {
  readonly amount: string
  readonly unit: WaitTimeUnit['name']
}

/** Converts to the largest unit with an amount of at least ten. */
export function toWaitTime(seconds: number): WaitTime {
  return inUnit(seconds, largestEvenUnit(seconds, WAIT_TIME_MIN))
}

/** Returns the seconds as text for the wire, or an error. The `current` seconds are valid if unchanged. */
export function checkWaitTime(typed: WaitTime, current?: number): { seconds: string } | { fault: string } {
  if (current !== undefined && isSame(typed, toWaitTime(current))) return { seconds: String(current) }
  const unit = unitByName(typed.unit)
  const number = /^\d{1,9}$/.test(typed.amount.trim()) ? Number(typed.amount) : Number.NaN
  const fault = waitTimeFault(number, unit)
  return fault === undefined ? { seconds: String(number * unit.seconds) } : { fault }
}

/** Returns the words after "every": `10 minutes`, `90 seconds`, `week`. */
export function waitTimeWords(seconds: number): string {
  const { amount, unit } = inUnit(seconds, largestEvenUnit(seconds, 1))
  return amount === '1' ? unit.toLowerCase() : `${amount} ${unit.toLowerCase()}s`
}

function inUnit(seconds: number, unit: WaitTimeUnit): WaitTime {
  return { amount: String(seconds / unit.seconds), unit: unit.name }
}

function isSame(one: WaitTime, other: WaitTime): boolean {
  return one.amount.trim() === other.amount && one.unit === other.unit
}

function unitByName(name: WaitTimeUnit['name']): WaitTimeUnit {
  const unit = waitTimeUnits.find((one) => one.name === name)
  if (!unit) throw new Error(`No unit has the name ${name}.`)
  return unit
}
