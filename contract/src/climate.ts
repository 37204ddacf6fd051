/** The constants of Tetens' equation for water vapour over water, 0 to 50 °C (FAO Irrigation and Drainage Paper 56, equation 11). */
const [KPA, SLOPE, OFFSET] = [0.6108, 17.27, 237.3]

/** The pressure of water vapour in saturated air, in kPa, for an air temperature in °C above −237. */
export function saturationVapourPressure(celsius: number): number {
  return KPA * Math.exp((SLOPE * celsius) / (celsius + OFFSET))
}

/**
 * The vapour pressure deficit of the air in kPa: how much more water vapour it could take up. `humidity`: relative, in %.
 * A mean of deficits is not the deficit of means, so it is computed for each reading.
 */
export function vapourPressureDeficit(celsius: number, humidity: number): number {
  return saturationVapourPressure(celsius) * (1 - humidity / 100)
}

/**
 * The temperature in °C at which water condenses from the air, by the same constants. `humidity`: relative, in %, above 0;
 * dry air has no dew point.
 */
export function dewPoint(celsius: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (SLOPE * celsius) / (OFFSET + celsius)
  return (OFFSET * gamma) / (SLOPE - gamma)
}
