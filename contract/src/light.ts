import { knownMs, sumOfDays, type DaySum, type Share, type SpanPoint, type Spacing } from './day-shares.ts'
import { HOUR_MS } from './durations.ts'

/** The lights of places. */
export const lightSources = ['sun', 'led', 'hps', 'fluorescent'] as const
export type LightSource = (typeof lightSources)[number]

/** The metrics from which the light of a day is computed, the most exact one first. */
export const lightMetrics = ['ppfd', 'illuminance', 'solarRadiation'] as const
export type LightMetric = (typeof lightMetrics)[number]

/**
 * Lux of 1 µmol/m²/s. HPS and cool white fluorescent by Thimijan and Heins 1983, HortScience 18, 818-822. They have 54 for the
 * sun; Home Assistant's Plant Monitor has 0.0185 µmol/m²/s of a lux, which is the same but for rounding. White LED has no
 * standard: 67 is usual for 4000 K.
 */
const LUX: Readonly<Record<LightSource, number>> = { sun: 1 / 0.0185, led: 67, hps: 82, fluorescent: 74 }

/** µmol/m²/s of 1 W/m² of the whole spectrum of the sun (Meek et al. 1984, Agronomy Journal 76, 939-945). */
const SOLAR = 2.02

const MICROMOLES = 1e6
const SECOND_MS = 1000

export function isLightMetric(metric: string): metric is LightMetric {
  return (lightMetrics as readonly string[]).includes(metric)
}

/** Returns the µmol/m²/s of 1 in the unit of a metric. Without a light source it is the sun. */
export function photonsOf(metric: LightMetric, source: LightSource | null): number {
  if (metric === 'ppfd') return 1
  return metric === 'solarRadiation' ? SOLAR : 1 / LUX[source ?? 'sun']
}

/** Returns the light in mol/m² of a photon flux in µmol/m²/s. */
export function lightOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { point, ms }) => sum + point.average * ms, 0) / SECOND_MS / MICROMOLES
}

/**
 * Returns the sum of the daily light integrals, mol/m², of a photon flux in µmol/m²/s: Σ PPFD·Δt/10⁶ (Faust and Logan 2018,
 * HortScience 53, 1250-1257), over the dates of a time zone. Days with less than 18 known hours are left out.
 */
export function dailyLight(
  runs: ReadonlyArray<readonly SpanPoint[]>,
  spacing: Spacing & { readonly zone: string },
): DaySum {
  return sumOfDays(runs, spacing, lightOf)
}

/** The light of a day that is not over. Instants in milliseconds since 1970. */
export interface LightSoFar {
  /** mol/m². */
  readonly sum: number
  /** mol/m² in an hour, as in the last one. */
  readonly perHour: number
  /** Until when it is counted. */
  readonly at: number
}

/** Returns when the light of a day is at a goal, mol/m², at the pace of now; undefined when it is already, or not before `end`. */
export function goalReachedAt({ sum, perHour, at }: LightSoFar, goal: number, end: number): number | undefined {
  if (sum >= goal || perHour <= 0) return undefined
  const reached = at + ((goal - sum) / perHour) * HOUR_MS
  return reached < end ? reached : undefined
}

/** Returns the light that a plant should have in a day: the middle of its ideal range, else the bound that it has. */
export function lightGoal({ low, high }: { readonly low: number | null; readonly high: number | null }): number | null {
  return low !== null && high !== null ? (low + high) / 2 : (low ?? high)
}

/** Returns mol/m² in an hour of a flux that was known for some time; 0 when it was not. */
export function lightPerHour(shares: readonly Share[]): number {
  const known = knownMs(shares)
  return known > 0 ? (lightOf(shares) * HOUR_MS) / known : 0
}
