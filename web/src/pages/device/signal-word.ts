/** From so many dBm on, strongest first. */
const LEVELS = [
  [-60, 'very good'],
  [-70, 'good'],
  [-80, 'fair'],
] as const

/** How good a radio signal of so many dBm is, in a word. */
export function signalWord(dbm: number): string {
  return LEVELS.find(([from]) => dbm >= from)?.[1] ?? 'weak'
}
