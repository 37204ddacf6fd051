import {
  largestEvenUnit,
  WAIT_TIME_DEFAULT_SECONDS,
  WAIT_TIME_MAX_SECONDS,
  WAIT_TIME_MIN,
  type Board,
} from '@greenhouse/contract'
import { withUnit } from '../../lib/format.ts'

/** Common intervals of boards, in seconds. */
const USUAL = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400]
/** Tolerance for snapping to a common interval, because clocks of boards are inexact. */
const CLOSE = 0.1

const UNITS = { Second: 's', Minute: 'min', Hour: 'h', Day: 'd', Week: 'w' } as const

/**
 * Zigbee devices may be silent for 25 hours, and a device counts as silent after ten intervals.
 * https://www.zigbee2mqtt.io/guide/configuration/device-availability.html
 */
const PASSIVE_SECONDS = (25 * 3600) / 10

/** Returns the proposed interval in seconds, based on the readings until now. */
export function proposedInterval(board: Pick<Board, 'everySeconds' | 'family' | 'measures'>): number {
  const { everySeconds, family, measures } = board
  if (family === 'zigbee2mqtt' && measures.some(({ metric }) => metric === 'battery'))
    return Math.max(PASSIVE_SECONDS, everySeconds ?? 0)
  if (everySeconds === null) return WAIT_TIME_DEFAULT_SECONDS
  return Math.min(Math.max(likelyInterval(everySeconds), WAIT_TIME_MIN), WAIT_TIME_MAX_SECONDS)
}

/** Snaps a measured interval to a common one, in whole seconds. */
export function likelyInterval(everySeconds: number): number {
  const usual = USUAL.find((seconds) => Math.abs(seconds - everySeconds) <= seconds * CLOSE)
  return usual ?? Math.max(Math.round(everySeconds), 1)
}

export function intervalWords(seconds: number): string {
  const unit = largestEvenUnit(seconds, 1)
  return withUnit(String(seconds / unit.seconds), UNITS[unit.name])
}

export function intervalChoices(proposed: number): Array<{ value: string; label: string }> {
  return [...new Set([...USUAL, proposed])]
    .toSorted((one, other) => one - other)
    .map((seconds) => ({ value: String(seconds), label: intervalWords(seconds) }))
}
