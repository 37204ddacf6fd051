import { DAY_MS, MINUTE_MS } from './durations.ts'

export interface Coordinates {
  /** Degrees, north positive. */
  readonly latitude: number
  /** Degrees, east positive. */
  readonly longitude: number
}

export interface Night {
  readonly from: number
  readonly to: number
}

const EPOCH_MS = Date.UTC(2000, 0, 1, 12)
const CENTURY_DAYS = 36_525
/** The radius of the sun and the refraction of the air. */
const HORIZON = radians(90.833)

/** Returns the nights that overlap a range, accurate to a minute below the polar circles. The polar night is one night. */
export function nightsBetween({ from, to }: Night, place: Coordinates): Night[] {
  const nights: Night[] = []
  const first = Math.floor((from - EPOCH_MS) / DAY_MS) - 2
  const last = Math.ceil((to - EPOCH_MS) / DAY_MS) + 2
  let evening = sunOf(first, place).sunset
  for (let day = first + 1; day <= last; day++) {
    const { sunrise, sunset } = sunOf(day, place)
    const night = { from: evening, to: sunrise }
    evening = sunset
    const before = nights.at(-1)
    // In the polar night each sunset is also the sunrise.
    if (before && night.from - before.to < MINUTE_MS) nights[nights.length - 1] = { from: before.from, to: night.to }
    else if (night.to - night.from >= MINUTE_MS) nights.push(night)
  }
  return nights.filter((night) => night.from < to && night.to > from)
}

/** By https://gml.noaa.gov/grad/solcalc/calcdetails.html. Both are noon without a sunrise, midnight without a sunset. */
function sunOf(day: number, { latitude, longitude }: Coordinates): { sunrise: number; sunset: number } {
  const noon = day - longitude / 360
  const { declination, equationDays } = sunAt(noon / CENTURY_DAYS)
  const transit = noon - equationDays
  const own = radians(latitude)
  const cosine = Math.cos(HORIZON) / (Math.cos(own) * Math.cos(declination)) - Math.tan(own) * Math.tan(declination)
  const halfDay = Math.acos(Math.min(Math.max(cosine, -1), 1)) / (2 * Math.PI)
  const instant = (days: number) => EPOCH_MS + days * DAY_MS
  return { sunrise: instant(transit - halfDay), sunset: instant(transit + halfDay) }
}

/** Returns the declination in radians. `t`: centuries since J2000.0. */
function sunAt(t: number): { declination: number; equationDays: number } {
  const longitude = radians(280.46646 + t * (36_000.76983 + t * 0.0003032))
  const anomaly = radians(357.52911 + t * (35_999.05029 - t * 0.0001537))
  const eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
  const centre =
    Math.sin(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014)) +
    Math.sin(2 * anomaly) * (0.019993 - t * 0.000101) +
    Math.sin(3 * anomaly) * 0.000289
  const node = radians(125.04 - 1934.136 * t)
  const apparent = longitude + radians(centre - 0.00569 - 0.00478 * Math.sin(node))
  const seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
  const tilt = radians(23 + (26 + seconds / 60) / 60 + 0.00256 * Math.cos(node))
  const y = Math.tan(tilt / 2) ** 2
  const equation =
    y * Math.sin(2 * longitude) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * longitude) -
    0.5 * y ** 2 * Math.sin(4 * longitude) -
    1.25 * eccentricity ** 2 * Math.sin(2 * anomaly)
  return { declination: Math.asin(Math.sin(tilt) * Math.sin(apparent)), equationDays: equation / (2 * Math.PI) }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
