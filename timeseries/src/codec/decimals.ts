export const POWERS = Float64Array.from({ length: 10 }, (_, exponent) => Number(`1e${exponent}`))

/** Up to here the whole numbers of a column, their differences and their sixteenths are exact. */
const MOST_WHOLE = 2 ** 49

/**
 * Finds the fewest decimals, at most `most`, with which every value comes back exactly from a whole number: divided by
 * a power of ten and, when `isFloat`, rounded to 32 bits. Writes the whole numbers to `whole`. Returns −1 if there are
 * none.
 */
export function scaleToWhole(values: Float64Array, whole: Float64Array, most: number, isFloat = false): number {
  let decimals = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    while (unscaled(Math.round(value * POWERS[decimals]!), POWERS[decimals]!, isFloat) !== value)
      if (++decimals > most) return -1
    // −0 equals 0 and would come back as 0.
    if (value === 0 && 1 / value < 0) return -1
  }
  // Values with few decimals may not survive the scale of those with many.
  const power = POWERS[decimals]!
  for (let index = 0; index < values.length; index++) {
    const scaled = Math.round(values[index]! * power)
    if (unscaled(scaled, power, isFloat) !== values[index] || Math.abs(scaled) > MOST_WHOLE) return -1
    whole[index] = scaled
  }
  return decimals
}

function unscaled(whole: number, power: number, isFloat: boolean): number {
  return isFloat ? Math.fround(whole / power) : whole / power
}
