/** The powers of ten from 10^0 to 10^9. */
export const POWERS = Float64Array.from({ length: 10 }, (_, exponent) => Number(`1e${exponent}`))

/**
 * Finds the smallest number of decimals, at most `most`, with which every value is a whole number between −`limit` and
 * `limit`, such that the whole number divided by its power of ten is the value again, bit by bit. Writes the whole numbers
 * to `whole`. Returns −1 when there is none.
 */
export function scaleToWhole(values: Float64Array, whole: Float64Array, most: number, limit: number): number {
  let decimals = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    while (Math.round(value * POWERS[decimals]!) / POWERS[decimals]! !== value) if (++decimals > most) return -1
    // −0 equals 0 and would come back as 0.
    if (value === 0 && 1 / value < 0) return -1
  }
  // Values with few decimals may not survive the scale that those with many need.
  const power = POWERS[decimals]!
  for (let index = 0; index < values.length; index++) {
    const scaled = Math.round(values[index]! * power)
    if (scaled / power !== values[index]! || scaled > limit || scaled < -limit) return -1
    whole[index] = scaled
  }
  return decimals
}
