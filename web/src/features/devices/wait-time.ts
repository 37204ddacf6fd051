import { largestEvenUnit, waitTimeFault, waitTimeUnits, type WaitTimeUnit } from '@greenhouse/contract'

/** A reporting interval as it is typed: an amount of a unit. */
export interface WaitTime {
  readonly amount: string
  readonly unit: WaitTimeUnit['name']
}

/** The seconds of a device in the largest unit that divides them evenly. */
export function toWaitTime(seconds: number): WaitTime {
  const unit = largestEvenUnit(seconds)
  return { amount: String(seconds / unit.seconds), unit: unit.name }
}

/** Seconds as text for the wire, or in words what is wrong. */
export function checkWaitTime({ amount, unit: name }: WaitTime): { seconds: string } | { fault: string } {
  const unit = unitByName(name)
  const number = /^\d{1,9}$/.test(amount.trim()) ? Number(amount) : Number.NaN
  const fault = waitTimeFault(number, unit)
  return fault === undefined ? { seconds: String(number * unit.seconds) } : { fault }
}

/** How often, after "every": `10 minutes`, `90 seconds`, `week`. */
export function waitTimeWords(seconds: number): string {
  const { amount, unit } = toWaitTime(seconds)
  return amount === '1' ? unit.toLowerCase() : `${amount} ${unit.toLowerCase()}s`
}

function unitByName(name: WaitTimeUnit['name']): WaitTimeUnit {
  const unit = waitTimeUnits.find((one) => one.name === name)
  if (!unit) throw new Error(`No unit has the name ${name}.`)
  return unit
}
