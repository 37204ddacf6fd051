import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'

export interface Coordinates {
  /** Degrees, north positive. */
  readonly latitude: number
  /** Degrees, east positive. */
  readonly longitude: number
}

export interface Night {
  /** Sunset and the next sunrise, milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** 1 January 2000, 12.00 UTC. */
const EPOCH_MS = Date.UTC(2000, 0, 1, 12)
/** The sun rises when its upper edge is seen: its radius and the refraction of the air. */
const HORIZON = radians(-0.833)
const TILT = radians(23.4397)

/**
 * The nights that lie at least partly within a range, in order, at a place on earth; to about a minute below the polar
 * circles. One night without end stands for the polar night, none for the midnight sun.
 */
export function nightsBetween({ from, to }: Night, place: Coordinates): Night[] {
  const nights: Night[] = []
  const first = Math.floor((from - EPOCH_MS) / DAY_MS) - 2
  const last = Math.ceil((to - EPOCH_MS) / DAY_MS) + 2
  for (let day = first; day < last; day++) {
    const night = { from: sunOf(day, place).sunset, to: sunOf(day + 1, place).sunrise }
    const before = nights.at(-1)
    // In the polar night each sunset is also the sunrise.
    if (before && night.from - before.to < MINUTE_MS) nights[nights.length - 1] = { from: before.from, to: night.to }
    else if (night.to - night.from >= MINUTE_MS) nights.push(night)
  }
  return nights.filter((night) => night.from < to && night.to > from)
}

/**
 * Sunrise and sunset of the solar day that begins so many days after 1 January 2000, after the sunrise equation. Both are
 * noon when the sun stays down, and midnight when it stays up.
 */
function sunOf(day: number, { latitude, longitude }: Coordinates): { sunrise: number; sunset: number } {
  const noon = day - longitude / 360
  const anomaly = radians(357.5291 + 0.98560028 * noon)
  const centre = 1.9148 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) + 0.0003 * Math.sin(3 * anomaly)
  const ecliptic = anomaly + radians(centre + 180 + 102.9372)
  const transit = noon + 0.0053 * Math.sin(anomaly) - 0.0069 * Math.sin(2 * ecliptic)
  const declination = Math.asin(Math.sin(ecliptic) * Math.sin(TILT))
  const cosine =
    (Math.sin(HORIZON) - Math.sin(radians(latitude)) * Math.sin(declination)) /
    (Math.cos(radians(latitude)) * Math.cos(declination))
  const halfDay = Math.acos(Math.min(Math.max(cosine, -1), 1)) / (2 * Math.PI)
  const instant = (days: number) => EPOCH_MS + days * DAY_MS
  return { sunrise: instant(transit - halfDay), sunset: instant(transit + halfDay) }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
