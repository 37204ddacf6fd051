/** Tetens' equation over water, 0 to 50 °C (FAO Irrigation and Drainage Paper 56, equation 11). */
const [KPA, SLOPE, OFFSET] = [0.6108, 17.27, 237.3]

/** Returns kPa. */
export function saturationVapourPressure(celsius: number): number {
  return KPA * Math.exp((SLOPE * celsius) / (celsius + OFFSET))
}

/**
 * Returns the vapour pressure deficit between a leaf and the air, kPa; `humidity` in %, temperatures in °C. Without the
 * temperature of the leaf it is that of the air. Below 0 water condenses on the leaf. The vapour inside a leaf is saturated at
 * its own temperature (Jones 2013, Plants and Microclimate). Computed for each reading: a mean of deficits is not the
 * deficit of means.
 */
export function vapourPressureDeficit(celsius: number, humidity: number, leafCelsius = celsius): number {
  return saturationVapourPressure(leafCelsius) - saturationVapourPressure(celsius) * (humidity / 100)
}

/** Returns °C by the same constants; `humidity` in %, above 0. */
export function dewPoint(celsius: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (SLOPE * celsius) / (OFFSET + celsius)
  return (OFFSET * gamma) / (SLOPE - gamma)
}
