export type Sky = 'sunny' | 'partly-cloudy' | 'cloudy' | 'fog' | 'rain' | 'heavy-rain' | 'unknown'

/** What the sky does, by the WMO code that the weather service gives. */
export function skyOf(code: number | null): Sky {
  if (code === 0) return 'sunny'
  if (code === 1 || code === 2) return 'partly-cloudy'
  if (code === 3) return 'cloudy'
  if (code === 45 || code === 48) return 'fog'
  if (code !== null && code >= 51 && code <= 67) return 'rain'
  return code !== null && code >= 80 && code <= 99 ? 'heavy-rain' : 'unknown'
}

export const SKY_WORDS: Record<Sky, string> = {
  sunny: 'Sunny',
  'partly-cloudy': 'Partly cloudy',
  cloudy: 'Cloudy',
  fog: 'Fog',
  rain: 'Drizzle or rain',
  'heavy-rain': 'Heavy rain',
  unknown: 'Unknown',
}
