const DECIMALS_MAX = 3

/** Returns how many decimals, at most three, write each multiple of a step as it is: one for 2.5, none for 10. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < DECIMALS_MAX; decimals++) {
    const shifted = step * 10 ** decimals
    // Steps such as 0.30000000000000004 come from a computation.
    if (Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted) return decimals
  }
  return DECIMALS_MAX
}
