/** Degrees Celsius to Fahrenheit. */
export function toFahrenheit(celsius: number): number {
  return (celsius * 9) / 5 + 32
}

/** Degrees Fahrenheit to Celsius. */
export function toCelsius(fahrenheit: number): number {
  return ((fahrenheit - 32) * 5) / 9
}
