/** Tetens' equation over water, 0 to 50 °C (FAO Irrigation and Drainage Paper 56, equation 11). */
const [KPA, SLOPE, OFFSET] = [0.6108, 17.27, 237.3]

/** Returns kPa. */
export function saturationVapourPressure(celsius: number): number {
  return KPA * Math.exp((SLOPE * celsius) / (celsius + OFFSET))
}

/** Returns kPa; `humidity` in %. Computed for each reading: a mean of deficits is not the deficit of means. */
export function vapourPressureDeficit(celsius: number, humidity: number): number {
  return saturationVapourPressure(celsius) * (1 - humidity / 100)
}

/** Returns °C by the same constants; `humidity` in %, above 0. */
export function dewPoint(celsius: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (SLOPE * celsius) / (OFFSET + celsius)
  return (OFFSET * gamma) / (SLOPE - gamma)
}
