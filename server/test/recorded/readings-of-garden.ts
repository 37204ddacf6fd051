const MINUTE = 60_000
const HOUR = 60 * MINUTE

export type Message = Record<string, number | string | null>

/** A day of readings every 30 minutes, without two nights; humidity is 0 on every ninth day, as without a sensor. */
export function dayOfHouse(from: number, day: number): Message[] {
  if (day === 20 || day === 66) return []
  return Array.from({ length: 48 }, (_, index) => {
    const sun = Math.sin(((index - 16) / 48) * 2 * Math.PI)
    return {
      temperature: rounded(18 + 8 * sun + noise(day * 48 + index), 1),
      humidity: day % 9 === 8 ? 0 : rounded(60 - 20 * sun + noise(index + day), 1),
      pressure: rounded(1013 + noise(day) * 20, 1),
      air_quality_analog: day % 7 === 6 ? null : 400 + ((index * 7) % 60),
      timestamp: toText(from + index * 30 * MINUTE + (index % 5) * 137),
    }
  })
}

/** A reading each minute of the last 20 hours, without one hour of them; frost, and single sensors that fail. */
export function minutesOfBench(until: number): Message[] {
  return Array.from({ length: 1200 }, (_, index) => ({
    temperature: rounded(4 * Math.sin(index / 90) - 1, 2),
    humidity: index % 10 === 3 ? null : rounded(80 + noise(index) * 4, 1),
    soil_moisture: 2400 - index,
    time: toText(until - (1200 - index) * MINUTE),
  })).filter((_, index) => index < 600 || index >= 660)
}

/** Unusual readings: late, repeated, completed, contradicting, out of range, without a clock, with more digits. */
export function oddMessages(now: number): Message[] {
  const at = (minutes: number) => toText(now - minutes * MINUTE)
  return [
    { temperature: 31.4, time: at(3000) },
    { temperature: 3.25, time: at(2999.5) },
    { temperature: 31.4, time: at(3000) },
    { airQuality: 612, time: at(3000) },
    { temperature: 12, time: at(3000) },
    { temperature: 200, humidity: 55.5, time: at(2998) },
    { temperature: 1 / 3, humidity: 1e-9, airPressure: 999.123456789, time: at(2997) },
    { temperature: -0.0001, time: at(26 * 60) },
    { temperature: 7.5, airQuality: 4095 },
    { humidity: 44, timestamp: '1970-01-01T00:00:07Z' },
  ]
}

/** Two readings of a board that sends through a hub. */
export function messagesOfBoard(device: string, now: number): Message[] {
  return [
    { device, temperature: 14.5, humidity: 71, time: toText(now - HOUR) },
    { device, temperature: 15, humidity: 70, time: toText(now - HOUR / 2) },
  ]
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))
/** Between −0.5 and 0.5, and the same for the same number. */
const noise = (seed: number) => ((seed * 7919 + 104_729) % 1009) / 1009 - 0.5
export const toText = (at: number) => new Date(at).toISOString()
