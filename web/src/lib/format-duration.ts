import { DAY_MS, HOUR_MS, MINUTE_MS } from '@greenhouse/contract'
import { withUnit } from './format.ts'

/** Formats milliseconds in at most two units: `40 s`, `12 min`, `2 h 10 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return withUnit(String(Math.round(ms / 1000)), 's')
  if (ms < HOUR_MS) return withUnit(String(Math.round(ms / MINUTE_MS)), 'min')
  return ms < 2 * DAY_MS ? inTwo(ms, [HOUR_MS, 'h'], [MINUTE_MS, 'min']) : inTwo(ms, [DAY_MS, 'd'], [HOUR_MS, 'h'])
}

function inTwo(ms: number, [large, largeUnit]: [number, string], [small, smallUnit]: [number, string]): string {
  const all = Math.round(ms / small)
  const rest = all % (large / small)
  const whole = withUnit(String(Math.floor((all * small) / large)), largeUnit)
  return rest === 0 ? whole : `${whole} ${withUnit(String(rest), smallUnit)}`
}
