export type Sky =
  | 'sunny'
  | 'partly-cloudy'
  | 'cloudy'
  | 'fog'
  | 'rain'
  | 'snow'
  | 'heavy-rain'
  | 'snow-showers'
  | 'unknown'

/** Returns the sky of a WMO code. */
export function skyOf(code: number | null): Sky {
  if (code === null) return 'unknown'
  if (code === 0) return 'sunny'
  if (code === 1 || code === 2) return 'partly-cloudy'
  if (code === 3) return 'cloudy'
  if (code === 45 || code === 48) return 'fog'
  if (code >= 51 && code <= 67) return 'rain'
  if (code >= 71 && code <= 77) return 'snow'
  if (code === 85 || code === 86) return 'snow-showers'
  return code >= 80 && code <= 99 ? 'heavy-rain' : 'unknown'
}

export const SKY_WORDS: Record<Sky, string> = {
  sunny: 'Sunny',
  'partly-cloudy': 'Partly cloudy',
  cloudy: 'Cloudy',
  fog: 'Fog',
  rain: 'Drizzle or rain',
  snow: 'Snow',
  'heavy-rain': 'Heavy rain',
  'snow-showers': 'Snow showers',
  unknown: 'Unknown',
}
